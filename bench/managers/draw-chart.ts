import type { Outcome } from "../cache.ts";

const WIDTH = 720;
const HEIGHT = 460;
const MARGIN = { left: 70, right: 20, top: 30, bottom: 50 };
const COLOURS = [
  "#0f766e",
  "#b45309",
  "#7c3aed",
  "#be123c",
  "#1d4ed8",
  "#4d7c0f",
  "#a21caf",
  "#334155",
  "#ea580c",
  "#0369a1",
];

/** Cost against what is kept, one point per manager and mix: low and to the right is better. An SVG as text. */
export function drawChart(outcomes: readonly Outcome[]): string {
  const names = [...new Set(outcomes.map(({ manager }) => manager))];
  const mostKept = Math.max(0.01, ...outcomes.map(({ kept }) => kept));
  const mostOver = Math.max(1, ...outcomes.map(({ overPerfect }) => overPerfect));
  const x = (kept: number) => MARGIN.left + (kept / mostKept) * (WIDTH - MARGIN.left - MARGIN.right);
  const y = (over: number) => HEIGHT - MARGIN.bottom - (over / mostOver) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const points = outcomes.map(({ manager, mix, kept, overPerfect }) => {
    const colour = COLOURS[names.indexOf(manager) % COLOURS.length];
    return `<circle cx="${x(kept).toFixed(1)}" cy="${y(overPerfect).toFixed(1)}" r="5" fill="${colour}"><title>${asText(`${manager}, ${mix}`)}</title></circle>`;
  });
  const legend = names.map((name, at) => {
    const top = MARGIN.top + at * 18;
    return `<circle cx="${MARGIN.left + 14}" cy="${top}" r="5" fill="${COLOURS[at % COLOURS.length]}"/><text x="${MARGIN.left + 26}" y="${top + 4}">${asText(name)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<path d="M${MARGIN.left} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}H${WIDTH - MARGIN.right}" fill="none" stroke="#94a3b8"/>`,
    `<text x="${WIDTH / 2}" y="${HEIGHT - 14}" text-anchor="middle">whole results and inputs kept, up to ${(mostKept * 100).toFixed(0)} % of the budget</text>`,
    `<text transform="translate(20 ${HEIGHT / 2}) rotate(-90)" text-anchor="middle">cost ÷ perfect-cache cost, up to ${mostOver.toFixed(1)}</text>`,
    ...points,
    ...legend,
    "</svg>",
  ].join("\n");
}

function asText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
