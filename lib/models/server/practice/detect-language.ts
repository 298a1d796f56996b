import type { Language } from "./words.ts";

const LATIN_WORDS: [Language, RegExp][] = [
  [
    "fr",
    /(?<![\p{L}])(le|la|les|des|une?|est|et|lis|lire|écris|avec|tous|toutes|chaque|fichiers?|chapitres?|dossier|bonjour|salut|merci|quoi|comment|exécute|lance|confie|sous-agents?|vous|tu|que|peux)(?![\p{L}])/giu,
  ],
  [
    "id",
    /(?<![\p{L}])(baca|bacalah|semua|setiap|berkas|bab|tulis|dengan|jalankan|perintah|halo|hai|terima|kasih|apa|bisa|tolong|subagen|serahkan|yang|dan|kamu|anda)(?![\p{L}])/giu,
  ],
  [
    "nl",
    /(?<![\p{L}])(lees|alle|elk|elke|het|een|bestand|bestanden|hoofdstuk|hoofdstukken|schrijf|met|voer|uit|opdracht|hallo|dank|wat|kun|je|geef|aan|graag|jij)(?![\p{L}])/giu,
  ],
  [
    "en",
    /(?<![\p{L}])(the|a|all|every|each|read|file|files|chapters?|write|with|run|command|hello|hi|thanks|what|can|you|hand|please|and|to)(?![\p{L}])/giu,
  ],
];

/** The language of the person's words: by script, and for Latin letters by the most frequent small words. English by default. */
export function detectLanguage(text: string): Language {
  if (/[\u3040-\u30ff]/.test(text)) return "ja";
  if (/\p{Script=Han}/u.test(text)) return "zh";
  if (/[әғқңөұүһі]/i.test(text)) return "kk";
  if (/\p{Script=Cyrillic}/u.test(text)) return "ru";
  let best: Language = "en";
  let most = 0;
  for (const [language, words] of LATIN_WORDS) {
    const count = text.match(words)?.length ?? 0;
    if (count >= most && count > 0) {
      best = language;
      most = count;
    }
  }
  return best;
}
