import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { WorkspaceOptions } from "./open-workspace.ts";
import { makeFolder, makeMount, makeWorkspace, takeValue } from "./test-workspace.ts";
import type { CommandRequest, WorkspaceSession } from "./types.ts";

/** Time in which what has to be ended must have ended; far more than it takes. */
const GUARD_MS = 10_000;

async function makeShell(options: Partial<WorkspaceOptions> = {}) {
  const { root, session } = await makeWorkspace(options);
  const outputFile = join(await makeFolder(), "output");
  const run = async (command: string, request: Partial<CommandRequest> = {}) =>
    takeValue(
      await session.run({ command, timeoutMs: 60_000, outputFile, signal: new AbortController().signal, ...request }),
    );
  return { root, session, outputFile, run };
}

async function isUsable(session: WorkspaceSession, outputFile: string): Promise<boolean> {
  const again = await session.run({
    command: "echo ok",
    timeoutMs: 60_000,
    outputFile,
    signal: new AbortController().signal,
  });
  return takeValue(again).stdout === "ok\n";
}

describe("commands", () => {
  it("work on the files of the workspace and report both streams and the exit code", async () => {
    const { root, run, outputFile } = await makeShell();
    await writeFile(join(root, "r.txt"), "Привет\n");
    const outcome = await run("cat r.txt; cat r.txt >&2; pwd; mkdir -p d && echo новый > d/новый.txt; exit 3");
    expect(outcome).toMatchObject({
      exitCode: 3,
      ended: "exit",
      kept: true,
      stdout: "Привет\n/workspace\n",
      stderr: "Привет\n",
    });
    expect(await readFile(join(root, "d/новый.txt"), "utf8")).toBe("новый\n");
    expect(await readFile(outputFile, "utf8")).toBe("Привет\n/workspace\nПривет\n");
  });

  it("have a home, a folder for temporary files and nothing of the host's environment", async () => {
    const { run } = await makeShell();
    expect((await run("echo $HOME; echo x > /tmp/t; cat /tmp/t")).stdout).toBe("/workspace\nx\n");
    process.env.WORKSPACE_TEST_SECRET = "leak";
    const { stdout } = await run(
      "env; printenv; cat /proc/self/environ; python3 -c 'import os; print(dict(os.environ))'",
    );
    delete process.env.WORKSPACE_TEST_SECRET;
    expect(stdout).not.toContain("leak");
    expect(stdout).not.toContain(process.env.PATH ?? "PATH");
  });

  it("read mounts lazily and cannot write them", async () => {
    const { run } = await makeShell({ mounts: [makeMount("/tool_results", { x: "бір\nекі\n", "deep/y": "z" })] });
    expect(
      (await run("cat /tool_results/x; ls /tool_results /tool_results/deep; grep -c . /tool_results/x")).stdout,
    ).toBe("бір\nекі\n/tool_results:\ndeep\nx\n\n/tool_results/deep:\ny\n2\n");
    expect(await run("cat /tool_results/none")).toMatchObject({ exitCode: 1, stdout: "" });
    const written = await run("echo before; echo x > /tool_results/new");
    expect(written.exitCode).toBe(1);
    expect(written.stderr).toContain("read-only file system, '/tool_results/new'");
  });

  it("cannot leave the workspace by links or by dots", async () => {
    const { root, run } = await makeShell();
    const outside = await makeFolder();
    await writeFile(join(outside, "secret"), "secret");
    await symlink(outside, join(root, "esc"));
    for (const command of [
      "cat esc/secret",
      `cat ${outside}/secret`,
      "cat ../../../../etc/passwd",
      "cp esc/secret . && cat secret",
      "ln -s /etc/passwd p && cat p",
      "python3 -c 'print(open(\"esc/secret\").read())'",
    ]) {
      const { exitCode, stdout } = await run(command);
      expect(exitCode, command).not.toBe(0);
      expect(stdout, command).not.toMatch(/secret|root:/);
    }
    const write = await run("echo x > esc/new");
    expect(write.exitCode).toBe(1);
    expect(await readdir(outside)).toEqual(["secret"]);
  });

  it("work where the root is reached through a link", async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, "real"));
    await symlink("real", join(folder, "entrance"));
    const { run } = await makeShell({ root: join(folder, "entrance") });
    await run("echo x > file");
    expect(await readdir(join(folder, "real"))).toEqual(["file"]);
  });

  it("cannot remove the folder of the workspace itself", async () => {
    const { root, run } = await makeShell();
    await writeFile(join(root, "kept.txt"), "x");
    await run("rm -rf /workspace");
    expect(await readdir(root)).toEqual(["kept.txt"]);
    await run("rm -rf /");
    expect(await readdir(root)).toEqual(["kept.txt"]);
  });

  it("read files of more than ten megabytes", async () => {
    const { root, run } = await makeShell();
    await writeFile(join(root, "big.txt"), "0123456789abcde\n".repeat(750_000));
    expect((await run("wc -l < big.txt; tail -n 1 big.txt")).stdout.replaceAll(" ", "")).toBe(
      "750000\n0123456789abcde\n",
    );
  });

  it("print many letters of several bytes without breaking one", async () => {
    const { run, outputFile } = await makeShell();
    const { stdout } = await run("seq 40000 | sed 's/.*/Привет /' | tr -d '\\n'");
    expect(stdout === "Привет ".repeat(40_000)).toBe(true);
    expect((await readFile(outputFile, "utf8")) === stdout).toBe(true);
  });

  it("show a NUL as its picture and record it as it is", async () => {
    const { run, outputFile } = await makeShell();
    expect((await run("printf 'a\\0b'")).stdout).toBe("a\u2400b");
    expect([...(await readFile(outputFile))]).toEqual([0x61, 0, 0x62]);
  });

  it("do not wait for a person", async () => {
    const { run } = await makeShell();
    expect((await run('read x; echo "got:$x"; cat; bash')).stdout).toBe("got:\n");
  });
});

describe("commands that do not end", () => {
  it.each([
    ["a loop of the shell", "while true; do :; done"],
    ["a loop of awk, which no timer in the thread can end", "awk 'BEGIN{while(1){}}'"],
    ["a loop of python", "python3 -c 'while True: pass'"],
    ["a child in the background", "sleep 600 & echo done"],
  ])("ends %s at the deadline, and goes on with the next", async (_, command) => {
    const { run, session, outputFile } = await makeShell();
    const started = performance.now();
    expect(await run(command, { timeoutMs: 700 })).toMatchObject({
      ended: "timeout",
      exitCode: null,
      kept: false,
      stdout: "",
    });
    expect(performance.now() - started).toBeLessThan(GUARD_MS);
    expect(await isUsable(session, outputFile)).toBe(true);
  });

  it("ends what is running, and what is waiting for its turn, when told to stop", async () => {
    const { run, session, outputFile } = await makeShell();
    await run("true");
    const stop = new AbortController();
    const started = performance.now();
    const running = run("awk 'BEGIN{while(1){}}'", { signal: stop.signal });
    const waiting = run("echo never > never.txt", { signal: stop.signal, outputFile: `${outputFile}-2` });
    setTimeout(() => stop.abort(), 100);
    expect(await running).toMatchObject({ ended: "stopped", exitCode: null, kept: false });
    expect(await waiting).toMatchObject({ ended: "stopped", exitCode: null });
    expect(performance.now() - started).toBeLessThan(GUARD_MS);
    expect((await run("ls")).stdout).toBe("");
    expect(await run("echo x", { signal: AbortSignal.abort() })).toMatchObject({ ended: "stopped" });
    expect(await isUsable(session, outputFile)).toBe(true);
  });

  it("ends with the session, which then starts no more", async () => {
    const { run, session, outputFile } = await makeShell();
    const running = run("sleep 600");
    setTimeout(() => void session.close(), 300);
    expect(await running).toMatchObject({ ended: "stopped" });
    const late = await session.run({
      command: "echo x",
      timeoutMs: 1000,
      outputFile,
      signal: new AbortController().signal,
    });
    expect(late).toMatchObject({ ok: false, code: "stopped" });
  });

  it("keeps the thread of the server free", async () => {
    const { run } = await makeShell();
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    await run("awk 'BEGIN{while(1){}}'", { timeoutMs: 800 });
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
  });
});

describe("commands that print or hold too much", () => {
  it("are ended at the output limit with what still fits", async () => {
    const { run, outputFile } = await makeShell({ maxOutputBytes: 1001 });
    const outcome = await run("printf '%0.sя' {1..2000}");
    expect(outcome).toMatchObject({ ended: "output-limit", exitCode: null, kept: true, stderr: "" });
    expect(outcome.stdout).toBe("я".repeat(500));
    expect((await readFile(outputFile)).length).toBe(1001);
    expect((await run("echo still here")).stdout).toBe("still here\n");
  });

  it("do not take the server with them when they fill the memory", async () => {
    const { run, session, outputFile } = await makeShell();
    const outcome = await run("x=aaaaaaaaaaaaaaaa; while true; do x=$x$x; done", { timeoutMs: 20_000 });
    expect(outcome.exitCode).not.toBe(0);
    expect(await isUsable(session, outputFile)).toBe(true);
  });

  it("are not started where their output cannot be recorded", async () => {
    const { root, session } = await makeShell();
    const outputFile = join(root, "none", "output");
    const outcome = await session.run({
      command: "echo x > f",
      timeoutMs: 1000,
      outputFile,
      signal: new AbortController().signal,
    });
    expect(outcome).toMatchObject({ ok: false, code: "io" });
    expect(await readdir(root)).toEqual([]);
  });
});
