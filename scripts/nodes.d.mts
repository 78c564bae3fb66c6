/** The versions that the project promises to work on, in addition to the oldest (Node 20). */
export declare const nodeVersions: Readonly<Record<22 | 24 | 26, string>>;
/**
 * The path of a Node binary of a major version; installs it on first use, unless told not to. `undefined` where the
 * registry has none for this machine.
 */
export declare function nodeBinary(major: 22 | 24 | 26, options?: { readonly install?: boolean }): string | undefined;
