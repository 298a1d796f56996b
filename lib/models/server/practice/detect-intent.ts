/** Which files are meant. `guessed`: the folder was not named, so another one may be tried. */
export interface Target {
  pattern: string;
  path: string;
  report: string;
  guessed: boolean;
}

export type Intent =
  | { kind: "read-all"; target: Target }
  | { kind: "hand-over"; target: Target }
  | { kind: "read-one"; path: string }
  | { kind: "run"; command: string }
  | { kind: "write"; path: string; content: string };

const ROOT = "/workspace";

const EVERY =
  /\b(?:all|every|each|semua|setiap|seluruh|alle|elke?|tous|toutes|chaque)\b|все|всех|кажд|барлық|(?<!\p{L})әр(?!\p{L})|所有|全部|每|すべて|全て|各/iu;
const READ = /\b(?:read|lis|lisez|lire|baca|bacalah|lees)\b|прочита|(?<!\p{L})чита|оқы|读|讀|読/iu;
const SUBAGENT = /sub-?agent|sous-agent|subagen|субагент|子代理|サブエージェント/iu;
const RUN =
  /\b(?:run|execute|lance[rz]?|jalankan|voer)\b|exécute|запусти|выполни|іске қос|орында|运行|执行|執行|実行/iu;
const WRITE = /\b(?:write|create|tulis|buat|schrijf|maak)\b|écri[st]|crée|напиши|создай|запиши|жаз|写|書/iu;
const FILE = /\b(?:file|fichier|berkas|bestand)\b|файл|文件|ファイル/iu;
const CHAPTERS = /\b(?:chapters?|chapitres?|bab|hoofdstuk(?:ken)?)\b|глав|тарау|章/iu;
const NAMED_FOLDER =
  /\b(?:folder|directory|dossier|map)\s+[`"«“]?\s?([\p{L}\d_./-]+)|([\p{L}\d_./-]+)\/(?=[\s`"»”.,]|$)/iu;
const GLOB = /[^\s`"'«»“”]*\*[^\s`"'«»“”,;]*/u;
const PATH = /`([^`\n]+)`|((?:[^\s`"'«»“”,;:：，。()]*\/)?[^\s`"'«»“”,;:：，。()/]+\.[a-z]\w*)/iu;
const COMMAND_AFTER_WORD =
  /\b(?:run|execute) (?:the )?command:?\s+(.+)|exécute[rz]? la commande\s*:?\s+(.+)|\bjalankan perintah:?\s+(.+)/iu;
const REPORT =
  /\b(?:write|report|into|in|to|écris|rapport|dans|ke|laporan|naar|rapport)\s+[`"«“]?\s?([^\s`"*/]+\.md)\b/iu;
const CONTENT =
  /^[`"”»]?\s*(?:,?\s*(?:with|avec|dengan|met|с текстом)\s*(?:the (?:text|words|content)|le texte|teks|de tekst)?\s*:?|[^:：\n]{0,30}[:：])\s*([\s\S]+)$/iu;

/** The recipe that a message asks for, recognised by a few words of eight languages; undefined when there is none. */
export function detectIntent(text: string): Intent | undefined {
  const read = text.search(READ);
  const write = text.search(WRITE);
  const every = EVERY.test(text);
  if (every && SUBAGENT.test(text)) return { kind: "hand-over", target: findTarget(text) };
  const command = findCommand(text);
  if (command) return { kind: "run", command };
  if (write >= 0 && (read < 0 || write < read)) {
    const written = findWriting(text);
    if (written) return written;
  }
  if (read >= 0 && (every || GLOB.test(text))) return { kind: "read-all", target: findTarget(text) };
  const path = FILE.test(text) ? findPath(text) : undefined;
  if (read >= 0 && path) return { kind: "read-one", path };
  return undefined;
}

function findCommand(text: string): string | undefined {
  if (!RUN.test(text)) return undefined;
  const quoted = /`([^`]+)`/.exec(text)?.[1];
  const named = COMMAND_AFTER_WORD.exec(text);
  return (quoted ?? named?.slice(1).find(Boolean))?.trim() || undefined;
}

function findWriting(text: string): Intent | undefined {
  const path = PATH.exec(text);
  if (!path || !FILE.test(text)) return undefined;
  const name = path[1] ?? path[2] ?? "";
  const content = CONTENT.exec(text.slice(path.index + path[0].length))?.[1];
  if (!content || name === "") return undefined;
  return { kind: "write", path: absolutePath(name), content: unquote(content.trim()) };
}

function findPath(text: string): string | undefined {
  const found = PATH.exec(text);
  const name = found?.[1] ?? found?.[2];
  return name === undefined ? undefined : absolutePath(name);
}

function findTarget(text: string): Target {
  const report = absolutePath(REPORT.exec(text)?.[1] ?? "report.md");
  const glob = GLOB.exec(text)?.[0];
  const pattern = glob?.replace(/^\*{3,}|[.!?]+$/g, "").replace(/^\/?workspace\/|^\.?\//, "");
  if (pattern && /[^*]/.test(pattern)) return { pattern, path: ROOT, report, guessed: false };
  const folder = NAMED_FOLDER.exec(text);
  const name = folder?.[1] ?? folder?.[2];
  if (name) return { pattern: "**/*", path: absolutePath(name), report, guessed: false };
  if (CHAPTERS.test(text)) return { pattern: "**/*", path: `${ROOT}/chapters`, report, guessed: true };
  return { pattern: "**/*", path: ROOT, report, guessed: false };
}

function absolutePath(name: string): string {
  const clean = name.replace(/^\.\//, "").replace(/(?<=.)\/+$|[.]+$/g, "");
  return clean.startsWith("/") ? clean : `${ROOT}/${clean}`;
}

function unquote(content: string): string {
  const quoted = /^(?:"([\s\S]*)"|“([\s\S]*)”|«\s?([\s\S]*?)\s?»|`([^`]*)`|```\w*\n([\s\S]*?)```)$/u.exec(content);
  return quoted?.slice(1).find((part) => part !== undefined) ?? content;
}
