// Packs the published packages, checks what is inside and how it resolves, and leaves the tarballs in
// test-results/tarballs. Run after `npm run build`: npm run pack:check
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { publishedReadme } from "./release/published-readme.mjs";
import { publishedManifest } from "./release/published-manifest.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tarballs = join(root, "test-results/tarballs");
rmSync(tarballs, { recursive: true, force: true });
mkdirSync(tarballs, { recursive: true });

/** What a tarball may hold; anything else is a mistake. */
const allowed = {
  "client-ts": [
    /^package\.json$/,
    /^README\.md$/,
    /^LICENSE$/,
    /^bin\/client-ts\.mjs$/,
    /^dist\/.*\.(js|cjs|d\.ts|d\.cts)$/,
  ],
  "client-ts-testing": [
    /^package\.json$/,
    /^README\.md$/,
    /^LICENSE$/,
    /^dist\/.*\.(js|cjs|d\.ts|d\.cts)$/,
    /^control-plane\/.*\.(mod|sum|go|yaml|json)$/,
  ],
};

for (const folder of ["packages/client-ts", "packages/testing"]) {
  const cwd = stage(folder);
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--pack-destination", tarballs, "--ignore-scripts"], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const unexpected = packed.files
    .map((f) => f.path)
    .filter((path) => !allowed[packed.name].some((rule) => rule.test(path)));
  if (unexpected.length > 0) fail(`${packed.name} would publish ${unexpected.slice(0, 10).join(", ")}`);
  const hosts = packed.files
    .map((f) => f.path)
    .filter((path) => /\.(js|cjs)$/.test(path) && readFileSync(join(cwd, path), "utf8").includes(root));
  if (hosts.length > 0) fail(`${packed.name} holds a path of this machine in ${hosts[0]}`);
  console.log(
    `${packed.name}: ${packed.files.length} files, ${(packed.size / 1024).toFixed(0)} KB packed, ${(packed.unpackedSize / 1024).toFixed(0)} KB unpacked`,
  );
  run("publint", ["--strict", join(tarballs, packed.filename)]);
  run("attw", [join(tarballs, packed.filename), "--profile", "node16", "--no-emoji", "--format", "ascii", "--quiet"]);
}

/**
 * A copy of what is published: the manifest without the condition that leads to the sources, and the files it names.
 */
function stage(folder) {
  const source = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  const where = { repository: process.env["RELEASE_REPOSITORY"] || undefined, directory: folder };
  const manifest = publishedManifest(source, where);
  const staged = join(root, "test-results/stage", manifest.name);
  for (const name of manifest.files)
    if (!existsSync(join(root, folder, name))) fail(`${folder}/${name} does not exist: run "npm run build" first`);
  rmSync(staged, { recursive: true, force: true });
  for (const name of manifest.files) cpSync(join(root, folder, name), join(staged, name), { recursive: true });
  const readme = join(staged, "README.md");
  writeFileSync(readme, publishedReadme(readFileSync(readme, "utf8"), where));
  writeFileSync(join(staged, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return staged;
}

function run(command, args) {
  try {
    execFileSync(join(root, "node_modules/.bin", command), args, {
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
    console.log(`  ${command}: clean`);
  } catch (error) {
    fail(`${command} reports:\n${error.stdout ?? ""}${error.stderr ?? ""}`);
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
