/** Who may import whom. The house has one direction: app → components → types of lib; app → the outer rooms of lib; the core imports nothing. */
const room = (name) => `^lib/${name}/`;
const rootFiles = "^lib/(env|errors|alerts)\\.ts$";
const test = "\\.(test|fixture)\\.tsx?$";

/** A room of lib may import itself, the shared root files, packages, and the rooms that are named. */
function mayImport(name, others) {
  const allowed = [room(name), rootFiles, ...others].join("|");
  return {
    name: `${name}-imports`,
    severity: "error",
    from: { path: room(name), pathNot: test },
    to: { path: "^(lib|app|components|prisma)/", pathNot: allowed },
  };
}

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "context-is-pure",
      severity: "error",
      from: { path: room("context"), pathNot: test },
      to: { dependencyTypesNot: ["type-only"], pathNot: room("context") },
    },
    mayImport("context", []),
    mayImport("agent", [room("context"), "^lib/workspace/types\\.ts$"]),
    {
      name: "agent-knows-no-world",
      severity: "error",
      from: { path: room("agent"), pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
    mayImport("models", []),
    {
      name: "server-stands-alone",
      severity: "error",
      from: { path: room("models/server") },
      to: { path: "^lib/", pathNot: room("models/server") },
    },
    mayImport("store", ["^prisma/generated/"]),
    {
      name: "only-store-knows-the-database",
      severity: "error",
      from: { path: "^(lib|app|components)/", pathNot: room("store") },
      to: { path: "^prisma/|@prisma/" },
    },
    mayImport("workspace", []),
    mayImport("runs", [room("(agent|context|models|store|workspace)")]),
    mayImport("i18n", []),
    {
      name: "components-take-only-types",
      severity: "error",
      from: { path: "^components/", pathNot: test },
      to: { path: "^lib/", pathNot: room("i18n"), dependencyTypesNot: ["type-only"] },
    },
    { name: "components-know-no-routes", severity: "error", from: { path: "^components/" }, to: { path: "^app/" } },
    {
      name: "app-calls-the-outer-rooms",
      severity: "error",
      from: { path: "^app/", pathNot: test },
      to: { path: "^lib/", pathNot: `${room("(runs|store|workspace|models|i18n)")}|${rootFiles}` },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(prisma/generated|\\.next)" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
