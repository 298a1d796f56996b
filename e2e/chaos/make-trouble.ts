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
  modelCuts: number;
  viewerCuts: number;
  modelFaults: number;
}

const FAULTS: Fault[] = [
  { kind: "status", status: 503, body: { error: { message: "Overloaded." } } },
  { kind: "status", status: 504, body: "Gateway Timeout" },
  { kind: "destroy" },
  { kind: "silence", milliseconds: 1_500 },
  { kind: "cut", afterChunks: 7 },
  { kind: "end", afterChunks: 5 },
  { kind: "stream-error", afterChunks: 3 },
  { kind: "stall", afterChunks: 4, milliseconds: 1_000 },
];

/** Kills the app, cuts its lines and disturbs its model at random moments until the work is over. */
export async function makeTrouble(input: TroubleInput): Promise<Trouble> {
  const { app, server, toModel, toViewers } = input;
  const generator = xoroshiro128plus(input.seed);
  const upTo = (most: number) => uniformInt(generator, 0, most);
  const trouble: Trouble = { kills: 0, modelCuts: 0, viewerCuts: 0, modelFaults: 0 };

  const smaller = [
    () => {
      trouble.modelCuts += toModel.cut() > 0 ? 1 : 0;
    },
    () => {
      toModel.refuse(upTo(400));
      trouble.modelCuts += toModel.cut() > 0 ? 1 : 0;
    },
    () => toModel.stall(upTo(1_000)),
    () => {
      trouble.viewerCuts += toViewers.cut() > 0 ? 1 : 0;
      toViewers.refuse(upTo(500));
    },
    () => toViewers.stall(upTo(1_500)),
    () => {
      const fault = FAULTS[upTo(FAULTS.length - 1)];
      if (fault) server.addFaults(fault);
      trouble.modelFaults++;
    },
  ];

  while (!input.isOver()) {
    const isDue = (await input.progress()) >= trouble.kills / (input.kills + 1);
    await delay(150 + upTo(700));
    if (input.isOver()) break;
    if (isDue && trouble.kills < input.kills) {
      await app.kill9();
      trouble.kills++;
      await delay(upTo(200));
      await app.restart();
    } else if (upTo(2) === 0) smaller[upTo(smaller.length - 1)]?.();
  }
  return trouble;
}
