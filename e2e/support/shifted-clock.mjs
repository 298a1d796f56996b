// Preloaded into the app by a test: the process sees a clock that is ahead by as many milliseconds as a file says.
import { readFileSync } from "node:fs";

const file = process.env.LONGHAND_CLOCK_FILE ?? "";
const RealDate = Date;
let shift = 0;

function look() {
  try {
    shift = Number(readFileSync(file, "utf8")) || 0;
  } catch {
    shift = 0;
  }
}

look();
setInterval(look, 20).unref();
globalThis.Date = class extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + shift] : values));
  }
  static now() {
    return RealDate.now() + shift;
  }
};
