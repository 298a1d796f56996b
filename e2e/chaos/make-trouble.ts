import { setTimeout as delay } from "node:timers/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Fault, ModelServer } from "#lib/models/server/index.ts";
import type { App } from "../support/start-app.ts";
import type { CutProxy } from "./cut-proxy.ts";

export interface TroubleInput {
  app: App;
  server: ModelServer;
  toModel: CutProxy;
  toViewers: CutProxy;
  seed: number;
  kills: number;
  /** Share of the work that is done, from 0 to 1: the kills are spread over it. */
  progress(): Promise<number>;
  isOver(): boolean;
}

export interface Trouble {
  kills: number;
  /** Orderly ends, each followed by a start. */
  restarts: number;
  /** Cuts that met at least one open connection; after some of them new connections were refused for a while. */
  modelCuts: number;
  viewerCuts: number;
  stalls: number;
  modelFaults: number;
}

/** The last kill comes before the work is over. */
const KILLED_SHARE = 0.9;

/** Without milliseconds a stall never ends: a cut or a kill has to. */
const FAULTS: Fault[] = [
  { kind: "status", status: 503, body: { error: { message: "Overloaded." } } },
  { kind: "status", status: 504, body: "Gateway Timeout" },
  { kind: "destroy" },
  { kind: "silence", milliseconds: 1_500 },
  { kind: "cut", afterChunks: 7 },
  { kind: "end", afterChunks: 5 },
  { kind: "stream-error", afterChunks: 3 },
  { kind: "stream-error", afterChunks: 2, form: "failed" },
  { kind: "stall", afterChunks: 4, milliseconds: 1_000 },
  { kind: "stall", afterChunks: 6 },
];

/** Kills the app, cuts its lines and disturbs its model at random moments until the work is over. */
export async function makeTrouble(input: TroubleInput): Promise<Trouble> {
  const { app } = input;
  const generator = xoroshiro128plus(input.seed);
  const upTo = (most: number) => uniformInt(generator, 0, most);
  const trouble: Trouble = { kills: 0, restarts: 0, modelCuts: 0, viewerCuts: 0, stalls: 0, modelFaults: 0 };
  const smaller = smallerTrouble(input, trouble, upTo);

  while (!input.isOver()) {
    const isDue = (await input.progress()) >= (KILLED_SHARE * trouble.kills) / input.kills;
    await delay(150 + upTo(700));
    if (input.isOver()) break;
    if (isDue && trouble.kills < input.kills) {
      await app.kill9();
      trouble.kills++;
      await delay(upTo(200));
      await app.restart();
    } else if (upTo(1) === 0) await smaller[upTo(smaller.length - 1)]?.();
  }
  return trouble;
}

function smallerTrouble(
  { app, server, toModel, toViewers }: TroubleInput,
  trouble: Trouble,
  upTo: (most: number) => number,
): (() => void | Promise<void>)[] {
  const cutModel = () => {
    if (toModel.cut() > 0) trouble.modelCuts++;
  };
  const disturb = () => {
    const fault = FAULTS[upTo(FAULTS.length - 1)];
    if (fault) server.addFaults(fault);
    trouble.modelFaults++;
  };
  return [
    cutModel,
    () => {
      toModel.refuse(upTo(400));
      cutModel();
    },
    () => {
      toModel.stall(upTo(1_000));
      trouble.stalls++;
    },
    () => {
      toViewers.refuse(upTo(500));
      if (toViewers.cut() > 0) trouble.viewerCuts++;
    },
    () => {
      toViewers.stall(upTo(1_500));
      trouble.stalls++;
    },
    disturb,
    disturb,
    async () => {
      await app.restart();
      trouble.restarts++;
    },
  ];
}
