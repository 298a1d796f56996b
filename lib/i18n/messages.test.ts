import { createTranslator } from "next-intl";
import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "./locales.ts";
import type { MessageTree } from "./merge-messages.ts";
import en from "./messages/en.json" with { type: "json" };
import fr from "./messages/fr.json" with { type: "json" };
import id from "./messages/id.json" with { type: "json" };
import ja from "./messages/ja.json" with { type: "json" };
import kk from "./messages/kk.json" with { type: "json" };
import nl from "./messages/nl.json" with { type: "json" };
import ru from "./messages/ru.json" with { type: "json" };
import zh from "./messages/zh.json" with { type: "json" };

const all: Record<Locale, typeof en> = { en, fr, id, kk, nl, ru, zh, ja };
const locales = Object.keys(LOCALES) as Locale[];

/** What a person reads when a conversation cannot go on: agreed words, not to be changed in passing. */
const OVERFLOW: Record<Locale, [sentence: string, button: string]> = {
  en: [
    "This conversation has become too long for the model to read at once. Start a new chat for the next step; everything built so far stays.",
    "New chat, keep everything built",
  ],
  fr: [
    "Cette conversation est devenue trop longue pour que le modèle la lise d'un seul coup. Commencez un nouveau clavardage pour l'étape suivante ; tout ce qui a été construit jusqu'ici reste.",
    "Nouveau clavardage, tout garder",
  ],
  id: [
    "Percakapan ini menjadi terlalu panjang untuk dibaca model sekaligus. Mulai chat baru untuk langkah berikutnya. Semua yang sudah dibangun tetap ada.",
    "Chat baru, simpan semua yang sudah dibangun",
  ],
  kk: [
    "Бұл сөйлесу модель бір рет оқи алатынынан ұзарып кетті. Келесі қадам үшін жаңа чат бастаңыз — осы уақытқа дейін жасалғанның бәрі сақталады.",
    "Жаңа чат, жасалғанның бәрі сақталсын",
  ],
  nl: [
    "Dit gesprek is te lang geworden om het model in één keer te laten lezen. Start een nieuwe chat voor de volgende stap; alles wat tot nu toe is gebouwd blijft bestaan.",
    "Nieuwe chat, behoud alles wat is gebouwd",
  ],
  ru: [
    "Этот разговор стал слишком длинным, чтобы модель могла прочитать его за один раз. Начните новый чат для следующего шага; всё, что уже создано, сохранится.",
    "Новый чат, сохранить всё созданное",
  ],
  zh: [
    "这段对话已经太长，模型无法一次读完。请为下一步新建聊天；到目前为止构建的一切都会保留。",
    "新建聊天，保留已构建的一切",
  ],
  ja: [
    "この会話は、モデルが一度に読めない長さになりました。次のステップは新しいチャットで始めてください。これまでに作ったものはすべて残ります。",
    "新しいチャット、作ったものはすべて残す",
  ],
};

function leaves(tree: MessageTree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`),
  );
}

const argumentsOf = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name))].sort();

describe.each(locales)("the texts in %s", (locale) => {
  const texts = new Map(leaves(all[locale]));

  it("say a full conversation in the agreed words, also as they are shown", () => {
    const t = createTranslator({ locale, messages: all[locale], namespace: "overflow" });
    expect([t("sentence"), t("button")]).toEqual(OVERFLOW[locale]);
  });

  it("have every key of English and no other", () => {
    expect([...texts.keys()].sort()).toEqual(
      leaves(en)
        .map(([key]) => key)
        .sort(),
    );
  });

  it("can be shown, with the same values as in English", () => {
    const values = { count: 3, cleared: 2, dropped: 5 };
    for (const [key, text] of leaves(en)) {
      expect([key, argumentsOf(texts.get(key) ?? "")]).toEqual([key, argumentsOf(text)]);
      const given = Object.fromEntries(argumentsOf(text).map((name) => [name, values[name as "count"] ?? "x"]));
      const t = createTranslator<MessageTree, string>({
        locale,
        messages: all[locale],
        onError: (error) => expect.fail(`${key}: ${error.message}`),
      });
      expect(t(key, given)).not.toContain("{");
    }
  });
});
