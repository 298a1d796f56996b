import type { Workspace } from "#prisma/generated/client.ts";
import type { Database } from "./database.ts";
import type { Workspaces } from "./store.ts";
import type { WorkspaceView } from "./views.ts";

export function openWorkspaces({ read, write, now }: Database): Workspaces {
  return {
    create: (workspace) =>
      write(async ({ workspace: table }) =>
        toView(await table.create({ data: { ...workspace, createdAt: BigInt(now()) } })),
      ),

    get: (id) =>
      read(async ({ workspace }) => {
        const record = await workspace.findFirst({ where: { id, deletedAt: null } });
        return record ? toView(record) : undefined;
      }),

    list: () =>
      read(async ({ workspace }) => {
        const records = await workspace.findMany({
          where: { deletedAt: null },
          orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        });
        return records.map(toView);
      }),

    ensureSample: (workspace) =>
      write(async ({ workspace: table }) => {
        const create = { ...workspace, createdAt: BigInt(now()) };
        return toView(await table.upsert({ where: { id: workspace.id }, create, update: {} }));
      }),
  };
}

function toView({ id, name, path, createdAt }: Workspace): WorkspaceView {
  return { id, name, path, createdAt: Number(createdAt) };
}
