// One control plane for the whole run, where its binaries are installed; tests find it with sharedKubeconfig().
module.exports = { globalSetup: "client-ts-testing/jest", globalTeardown: "client-ts-testing/jest" };
