import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefaultTheme, defineConfig, type MarkdownOptions } from "vitepress";
import { notPages, siteLink } from "../../scripts/docs/site-links.ts";

const here = dirname(fileURLToPath(import.meta.url));
const repository = dirname(dirname(here));

/** The sidebar of the API reference, which `npm run docs:build` writes. */
function reference(): DefaultTheme.SidebarItem[] {
  const file = join(here, "generated/sidebar.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
}

const guides: DefaultTheme.SidebarItem[] = [
  {
    text: "Start",
    items: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Connect to a cluster", link: "/connect" },
      { text: "Credentials", link: "/credentials" },
      { text: "Read and write objects", link: "/objects" },
      { text: "Watch", link: "/watch" },
    ],
  },
  {
    text: "Controllers",
    items: [
      { text: "Informers", link: "/informers" },
      { text: "Work queues", link: "/work-queues" },
      { text: "Writing a controller", link: "/controllers" },
      { text: "Custom resources", link: "/custom-resources" },
      { text: "Webhooks", link: "/webhooks" },
      { text: "Events", link: "/events" },
      { text: "Leader election", link: "/leader-election" },
      { text: "Scaling out", link: "/scaling-out" },
    ],
  },
  {
    text: "Pods and certificates",
    items: [
      { text: "Streams: exec, logs, ports, files", link: "/streaming" },
      { text: "Certificates", link: "/certificates" },
    ],
  },
  {
    text: "Tests",
    items: [
      { text: "Testing", link: "/testing" },
      { text: "Faults", link: "/faults" },
    ],
  },
  {
    text: "In production",
    items: [
      { text: "Errors", link: "/errors" },
      { text: "Metrics and logs", link: "/metrics-and-logs" },
      { text: "Performance", link: "/performance" },
      { text: "Benchmarks", link: "/benchmarks" },
      { text: "Troubleshooting", link: "/troubleshooting" },
    ],
  },
  {
    text: "More",
    items: [
      { text: "Recipes", link: "/recipes" },
      { text: "Examples", link: "/examples" },
      { text: "From client-go", link: "/from-client-go" },
      { text: "From client-node", link: "/from-client-node" },
      { text: "Support and versions", link: "/support" },
    ],
  },
];

const project: DefaultTheme.SidebarItem[] = [
  {
    text: "Project",
    items: [
      { text: "Contributing", link: "/project/contributing" },
      { text: "Architecture", link: "/project/architecture" },
      { text: "Design decisions", link: "/contributing/design" },
      { text: "Style guide", link: "/contributing/style" },
      { text: "Security", link: "/project/security" },
      { text: "Changelog", link: "/project/changelog" },
      { text: "What no test proves yet", link: "/project/not-covered" },
    ],
  },
];

/** Links between files of the repository become links between pages; a link to nothing ends the build. */
const markdown: MarkdownOptions = {
  config: (md) => {
    md.core.ruler.push("repository-links", (state) => {
      const origin: string = state.env.frontmatter?.origin ?? `docs/${state.env.relativePath}`;
      for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
        const href = token.type === "link_open" ? token.attrGet("href") : null;
        if (href === null) continue;
        const link = siteLink(origin, href, (path) => existsSync(join(repository, path)));
        if (link?.type === "dead") throw new Error(`${origin} links to ${link.path}, which does not exist`);
        if (link?.type === "page") token.attrSet("href", link.href);
        // The text stays; a link without a target is not a link.
        if (link?.type === "file") token.attrs = [["title", link.path]];
      }
    });
  },
};

/** What the search knows of a page of the reference: its name and what it promises. */
function beginningOf(source: string): string {
  return source.split("\n\n").slice(0, 6).join("\n\n");
}

export default defineConfig({
  title: "client-ts",
  titleTemplate: ":title · client-ts",
  description: "client-go for TypeScript: clients, informers, controllers and test servers for Kubernetes",
  lang: "en",
  base: process.env["DOCS_BASE"] ?? "/",
  cleanUrls: false,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${process.env["DOCS_BASE"] ?? "/"}logo.svg` }]],
  srcExclude: ["**/node_modules/**", ...notPages.map((path) => path.slice("docs/".length))],
  markdown,
  vite: { build: { chunkSizeWarningLimit: 4_000 } },
  themeConfig: {
    logo: "/logo.svg",
    search: {
      provider: "local",
      options: {
        _render: (source, env, md) => {
          if (source.startsWith("---\norigin:")) return ""; // long lists would hide the guides
          return md.render(env.relativePath.startsWith("reference/") ? beginningOf(source) : source, env);
        },
      },
    },
    nav: [
      {
        text: "Guides",
        link: "/getting-started",
        activeMatch: "^/(?!reference|project|contributing|recipes|examples).+",
      },
      { text: "Recipes", link: "/recipes" },
      { text: "Examples", link: "/examples" },
      { text: "Reference", link: "/reference/", activeMatch: "^/reference/" },
      { text: "Project", link: "/project/contributing", activeMatch: "^/(?:project|contributing)/" },
    ],
    sidebar: {
      "/reference/": [
        {
          text: "Reference",
          items: [
            { text: "All entries", link: "/reference/" },
            { text: "Built-in kinds", link: "/reference/kinds" },
          ],
        },
        { text: "Entries", items: reference() },
      ],
      "/project/": project,
      "/contributing/": project,
      "/": guides,
    },
    outline: [2, 3],
    footer: { message: "Apache-2.0" },
  },
});
