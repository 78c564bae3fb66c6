/** The versions that the project promises to work on, in addition to the oldest (Node 20). */
export declare const nodeVersions: Readonly<Record<22 | 24 | 26, string>>;
/**
 * The path of a Node binary of a major version; installs it from npm on first use, unless `install` is `false`.
 * `undefined` where there is no such package for the platform of this machine.
 */
export declare function nodeBinary(major: 22 | 24 | 26, options?: { readonly install?: boolean }): string | undefined;
