export type Language = "en" | "fr" | "id" | "kk" | "nl" | "ru" | "zh" | "ja";

/** What the practice model says. `{name}` is filled in by `fill`. */
export interface Words {
  introduction: string;
  listing: string;
  listingAgain: string;
  noFiles: string;
  missingTool: string;
  reading: string;
  checkingReport: string;
  reportTitle: string;
  inProgress: string;
  complete: string;
  files: string;
  lines: string;
  firstLine: string;
  unreadable: string;
  readAllDone: string;
  listWasCut: string;
  readOneDone: string;
  handingOver: string;
  handOverDone: string;
  subagentLimit: string;
  running: string;
  commandDone: string;
  writing: string;
  writeDone: string;
  failed: string;
}

export const WORDS: Record<Language, Words> = {
  en: {
    introduction:
      "I am the practice model: a small script that needs no key. I do not understand language; I follow a few fixed recipes on your real files:\n\n- **“Read all chapters and write a report”**: I read every file to its end and write `report.md`.\n- **“Hand each chapter to a subagent”**: every file is read by a helper of its own.\n- **“Run `ls -la`”**: I run the command and show what it printed.\n- **“Write a file notes.md with …”**: I write exactly that text.\n\nFor real answers, connect a model in the settings.",
    listing: "I will look up which files there are.",
    listingAgain: "I need the list of files again.",
    noFiles: "I found no files to read at {path}.",
    missingTool: "I would need the tool `{name}` for that, and it is not offered to me here.",
    reading: "Reading {count} of {total}.",
    checkingReport: "I will check in the report how far I am.",
    reportTitle: "Report",
    inProgress: "In progress",
    complete: "Complete",
    files: "files",
    lines: "lines",
    firstLine: "first line",
    unreadable: "could not be read",
    readAllDone:
      "I have read all **{count} files** ({lines} lines) to the end. The report is in `{report}`: for each file its title, its number of lines and its first line.",
    listWasCut: "The list of files was cut, so there may be more files than these.",
    readOneDone: "**{title}** — {lines} lines. First sentence: “{sentence}”",
    handingOver: "Handing over files {from}–{to} of {total} to subagents.",
    handOverDone: "All **{count} files** were read by subagents. What they reported:",
    subagentLimit: "There were {total} files; a run may start 64 subagents, so the rest was not read.",
    running: "Running the command.",
    commandDone: "The command `{command}` printed:",
    writing: "Writing the file.",
    writeDone: "`{path}` is written ({count} characters).",
    failed: "That did not work. The answer was:",
  },
  fr: {
    introduction:
      "Je suis le modèle d'entraînement : un petit script qui n'a pas besoin de clé. Je ne comprends pas la langue ; je suis quelques recettes fixes sur vos vrais fichiers :\n\n- **« Lis tous les chapitres et écris un rapport »** : je lis chaque fichier jusqu'au bout et j'écris `report.md`.\n- **« Confie chaque chapitre à un sous-agent »** : chaque fichier est lu par un assistant distinct.\n- **« Exécute `ls -la` »** : j'exécute la commande et je montre ce qu'elle affiche.\n- **« Écris un fichier notes.md avec … »** : j'écris exactement ce texte.\n\nPour de vraies réponses, connectez un modèle dans les réglages.",
    listing: "Je cherche quels fichiers il y a.",
    listingAgain: "Il me faut de nouveau la liste des fichiers.",
    noFiles: "Je n'ai trouvé aucun fichier à lire dans {path}.",
    missingTool: "Il me faudrait l'outil `{name}`, qui ne m'est pas proposé ici.",
    reading: "Lecture de {count} sur {total}.",
    checkingReport: "Je regarde dans le rapport où j'en suis.",
    reportTitle: "Rapport",
    inProgress: "En cours",
    complete: "Terminé",
    files: "fichiers",
    lines: "lignes",
    firstLine: "première ligne",
    unreadable: "n'a pas pu être lu",
    readAllDone:
      "J'ai lu les **{count} fichiers** ({lines} lignes) jusqu'au bout. Le rapport est dans `{report}` : pour chaque fichier, son titre, son nombre de lignes et sa première ligne.",
    listWasCut: "La liste des fichiers était coupée : il y en a peut-être d'autres.",
    readOneDone: "**{title}** — {lines} lignes. Première phrase : « {sentence} »",
    handingOver: "Je confie les fichiers {from}–{to} sur {total} à des sous-agents.",
    handOverDone: "Les **{count} fichiers** ont été lus par des sous-agents. Leurs réponses :",
    subagentLimit: "Il y avait {total} fichiers ; une tâche peut lancer 64 sous-agents, le reste n'a donc pas été lu.",
    running: "J'exécute la commande.",
    commandDone: "La commande `{command}` a affiché :",
    writing: "J'écris le fichier.",
    writeDone: "`{path}` est écrit ({count} caractères).",
    failed: "Cela n'a pas fonctionné. Voici la réponse :",
  },
  id: {
    introduction:
      "Saya model latihan: skrip kecil yang tidak memerlukan kunci. Saya tidak memahami bahasa; saya menjalankan beberapa resep tetap pada berkas Anda yang sebenarnya:\n\n- **“Baca semua bab dan tulis laporan”**: saya membaca setiap berkas sampai akhir dan menulis `report.md`.\n- **“Serahkan setiap bab ke subagen”**: setiap berkas dibaca oleh pembantu tersendiri.\n- **“Jalankan `ls -la`”**: saya menjalankan perintah itu dan menunjukkan hasilnya.\n- **“Tulis berkas notes.md dengan …”**: saya menulis teks itu apa adanya.\n\nUntuk jawaban sungguhan, hubungkan sebuah model di pengaturan.",
    listing: "Saya akan melihat berkas apa saja yang ada.",
    listingAgain: "Saya memerlukan daftar berkas lagi.",
    noFiles: "Saya tidak menemukan berkas untuk dibaca di {path}.",
    missingTool: "Untuk itu saya memerlukan alat `{name}`, yang tidak tersedia di sini.",
    reading: "Membaca {count} dari {total}.",
    checkingReport: "Saya memeriksa di laporan sudah sampai mana.",
    reportTitle: "Laporan",
    inProgress: "Sedang berjalan",
    complete: "Selesai",
    files: "berkas",
    lines: "baris",
    firstLine: "baris pertama",
    unreadable: "tidak dapat dibaca",
    readAllDone:
      "Saya sudah membaca **{count} berkas** ({lines} baris) sampai akhir. Laporannya ada di `{report}`: judul, jumlah baris, dan baris pertama setiap berkas.",
    listWasCut: "Daftar berkas terpotong, jadi mungkin ada berkas lain.",
    readOneDone: "**{title}** — {lines} baris. Kalimat pertama: “{sentence}”",
    handingOver: "Menyerahkan berkas {from}–{to} dari {total} ke subagen.",
    handOverDone: "Semua **{count} berkas** telah dibaca oleh subagen. Laporan mereka:",
    subagentLimit: "Ada {total} berkas; satu tugas boleh memulai 64 subagen, jadi sisanya tidak dibaca.",
    running: "Menjalankan perintah.",
    commandDone: "Perintah `{command}` menampilkan:",
    writing: "Menulis berkas.",
    writeDone: "`{path}` sudah ditulis ({count} karakter).",
    failed: "Itu tidak berhasil. Jawabannya:",
  },
  kk: {
    introduction:
      "Мен — жаттығу моделімін: кілт қажет етпейтін шағын сценарий. Мен тілді түсінбеймін; нақты файлдарыңызбен бірнеше дайын тапсырманы орындаймын:\n\n- **«Барлық тарауларды оқы және есеп жаз»**: әр файлды соңына дейін оқып, `report.md` жазамын.\n- **«Әр тарауды субагентке бер»**: әр файлды жеке көмекші оқиды.\n- **«`ls -la` іске қос»**: пәрменді орындап, нәтижесін көрсетемін.\n- **«notes.md файлын жаз: …»**: дәл сол мәтінді жазамын.\n\nНағыз жауап алу үшін баптауларда модель қосыңыз.",
    listing: "Қандай файлдар бар екенін қараймын.",
    listingAgain: "Маған файлдар тізімі қайта керек.",
    noFiles: "{path} ішінде оқитын файл таппадым.",
    missingTool: "Бұл үшін маған `{name}` құралы керек, бірақ ол мұнда жоқ.",
    reading: "{total} файлдың {count}-і оқылып жатыр.",
    checkingReport: "Қай жерге жеткенімді есептен тексеремін.",
    reportTitle: "Есеп",
    inProgress: "Орындалуда",
    complete: "Аяқталды",
    files: "файл",
    lines: "жол",
    firstLine: "бірінші жол",
    unreadable: "оқылмады",
    readAllDone:
      "Мен **{count} файлдың** бәрін ({lines} жол) соңына дейін оқыдым. Есеп `{report}` файлында: әр файлдың тақырыбы, жол саны және бірінші жолы.",
    listWasCut: "Файлдар тізімі толық емес, сондықтан басқа файлдар болуы мүмкін.",
    readOneDone: "**{title}** — {lines} жол. Бірінші сөйлем: «{sentence}»",
    handingOver: "{total} файлдың {from}–{to} аралығын субагенттерге беремін.",
    handOverDone: "**{count} файлдың** бәрін субагенттер оқыды. Олардың жауаптары:",
    subagentLimit: "{total} файл бар еді; бір тапсырма 64 субагент қоса алады, сондықтан қалғаны оқылмады.",
    running: "Пәрменді орындаймын.",
    commandDone: "`{command}` пәрменінің нәтижесі:",
    writing: "Файлды жазамын.",
    writeDone: "`{path}` жазылды ({count} таңба).",
    failed: "Бұл орындалмады. Жауабы:",
  },
  nl: {
    introduction:
      "Ik ben het oefenmodel: een klein script dat geen sleutel nodig heeft. Ik begrijp geen taal; ik volg een paar vaste recepten op je echte bestanden:\n\n- **“Lees alle hoofdstukken en schrijf een rapport”**: ik lees elk bestand tot het einde en schrijf `report.md`.\n- **“Geef elk hoofdstuk aan een subagent”**: elk bestand wordt door een eigen helper gelezen.\n- **“Voer `ls -la` uit”**: ik voer de opdracht uit en laat de uitvoer zien.\n- **“Schrijf een bestand notes.md met …”**: ik schrijf precies die tekst.\n\nVerbind voor echte antwoorden een model in de instellingen.",
    listing: "Ik kijk welke bestanden er zijn.",
    listingAgain: "Ik heb de lijst met bestanden opnieuw nodig.",
    noFiles: "Ik heb geen bestanden gevonden om te lezen in {path}.",
    missingTool: "Daarvoor heb ik het gereedschap `{name}` nodig, en dat krijg ik hier niet.",
    reading: "Ik lees {count} van {total}.",
    checkingReport: "Ik kijk in het rapport hoe ver ik ben.",
    reportTitle: "Rapport",
    inProgress: "Bezig",
    complete: "Klaar",
    files: "bestanden",
    lines: "regels",
    firstLine: "eerste regel",
    unreadable: "kon niet worden gelezen",
    readAllDone:
      "Ik heb alle **{count} bestanden** ({lines} regels) tot het einde gelezen. Het rapport staat in `{report}`: per bestand de titel, het aantal regels en de eerste regel.",
    listWasCut: "De lijst met bestanden was afgekapt, dus er kunnen er meer zijn.",
    readOneDone: "**{title}** — {lines} regels. Eerste zin: “{sentence}”",
    handingOver: "Ik geef bestanden {from}–{to} van {total} aan subagents.",
    handOverDone: "Alle **{count} bestanden** zijn door subagents gelezen. Wat zij meldden:",
    subagentLimit: "Er waren {total} bestanden; een taak mag 64 subagents starten, dus de rest is niet gelezen.",
    running: "Ik voer de opdracht uit.",
    commandDone: "De opdracht `{command}` gaf:",
    writing: "Ik schrijf het bestand.",
    writeDone: "`{path}` is geschreven ({count} tekens).",
    failed: "Dat is niet gelukt. Het antwoord was:",
  },
  ru: {
    introduction:
      "Я учебная модель: небольшой сценарий, которому не нужен ключ. Я не понимаю язык; я выполняю несколько готовых заданий с вашими настоящими файлами:\n\n- **«Прочитай все главы и напиши отчёт»**: я читаю каждый файл до конца и пишу `report.md`.\n- **«Передай каждую главу субагенту»**: каждый файл читает отдельный помощник.\n- **«Запусти `ls -la`»**: я выполняю команду и показываю её вывод.\n- **«Напиши файл notes.md с текстом …»**: я записываю именно этот текст.\n\nДля настоящих ответов подключите модель в настройках.",
    listing: "Смотрю, какие есть файлы.",
    listingAgain: "Мне снова нужен список файлов.",
    noFiles: "Я не нашёл файлов для чтения в {path}.",
    missingTool: "Для этого нужен инструмент `{name}`, а здесь его нет.",
    reading: "Читаю {count} из {total}.",
    checkingReport: "Проверяю по отчёту, где я остановился.",
    reportTitle: "Отчёт",
    inProgress: "В работе",
    complete: "Готово",
    files: "файлов",
    lines: "строк",
    firstLine: "первая строка",
    unreadable: "не удалось прочитать",
    readAllDone:
      "Прочитано до конца файлов: **{count}** (строк: {lines}). Отчёт в `{report}`: для каждого файла заголовок, число строк и первая строка.",
    listWasCut: "Список файлов был обрезан, поэтому файлов может быть больше.",
    readOneDone: "**{title}** — строк: {lines}. Первое предложение: «{sentence}»",
    handingOver: "Передаю субагентам файлы {from}–{to} из {total}.",
    handOverDone: "Субагенты прочитали все файлы (**{count}**). Их ответы:",
    subagentLimit: "Файлов было {total}; одна задача может запустить 64 субагента, остальные не прочитаны.",
    running: "Выполняю команду.",
    commandDone: "Команда `{command}` вывела:",
    writing: "Записываю файл.",
    writeDone: "`{path}` записан (знаков: {count}).",
    failed: "Не получилось. Ответ был такой:",
  },
  zh: {
    introduction:
      "我是练习模型：一个不需要密钥的小脚本。我并不理解语言，只会对您的真实文件执行几个固定步骤：\n\n- **“读取所有章节并写一份报告”**：我把每个文件读到底，并写出 `report.md`。\n- **“把每一章交给子代理”**：每个文件由单独的助手读取。\n- **“运行 `ls -la`”**：我运行命令并显示输出。\n- **“写一个文件 notes.md，内容：…”**：我原样写入该文本。\n\n要得到真正的回答，请在设置中连接一个模型。",
    listing: "我先看看有哪些文件。",
    listingAgain: "我需要再次列出文件。",
    noFiles: "在 {path} 中没有找到可读的文件。",
    missingTool: "这需要工具 `{name}`，但这里没有提供。",
    reading: "正在读取第 {count} 个，共 {total} 个。",
    checkingReport: "我在报告里查看进度。",
    reportTitle: "报告",
    inProgress: "进行中",
    complete: "完成",
    files: "个文件",
    lines: "行",
    firstLine: "第一行",
    unreadable: "无法读取",
    readAllDone:
      "我已把全部 **{count} 个文件**（{lines} 行）读到底。报告在 `{report}`：包括每个文件的标题、行数和第一行。",
    listWasCut: "文件列表被截断，可能还有其他文件。",
    readOneDone: "**{title}** — {lines} 行。第一句：“{sentence}”",
    handingOver: "把第 {from}–{to} 个文件（共 {total} 个）交给子代理。",
    handOverDone: "全部 **{count} 个文件**已由子代理读完。它们的报告：",
    subagentLimit: "共有 {total} 个文件；一次任务最多启动 64 个子代理，其余未读。",
    running: "正在运行命令。",
    commandDone: "命令 `{command}` 的输出：",
    writing: "正在写入文件。",
    writeDone: "`{path}` 已写入（{count} 个字符）。",
    failed: "没有成功。返回内容：",
  },
  ja: {
    introduction:
      "私は練習用モデルです。キーのいらない小さなスクリプトで、言葉は理解しません。実際のファイルに対して決まった手順だけを行います。\n\n- **「すべての章を読んでレポートを書いて」**：各ファイルを最後まで読み、`report.md` を書きます。\n- **「各章をサブエージェントに渡して」**：ファイルごとに別の助手が読みます。\n- **「`ls -la` を実行して」**：コマンドを実行し、出力を示します。\n- **「ファイル notes.md を書いて：…」**：その文章をそのまま書きます。\n\n本当の回答が必要なら、設定でモデルを接続してください。",
    listing: "どんなファイルがあるか調べます。",
    listingAgain: "ファイルの一覧がもう一度必要です。",
    noFiles: "{path} に読めるファイルがありませんでした。",
    missingTool: "それにはツール `{name}` が必要ですが、ここでは使えません。",
    reading: "{total} 件中 {count} 件目を読んでいます。",
    checkingReport: "どこまで進んだかをレポートで確認します。",
    reportTitle: "レポート",
    inProgress: "作業中",
    complete: "完了",
    files: "ファイル",
    lines: "行",
    firstLine: "最初の行",
    unreadable: "読めませんでした",
    readAllDone:
      "**{count} 件のファイル**（{lines} 行）を最後まで読みました。レポートは `{report}` にあります。各ファイルの題名、行数、最初の行を載せています。",
    listWasCut: "ファイルの一覧が途中で切れていたため、ほかにもあるかもしれません。",
    readOneDone: "**{title}** — {lines} 行。最初の文：「{sentence}」",
    handingOver: "{total} 件中 {from}–{to} 件目をサブエージェントに渡します。",
    handOverDone: "**{count} 件のファイル**をサブエージェントが読み終えました。報告は次のとおりです：",
    subagentLimit:
      "ファイルは {total} 件ありました。一度に使えるサブエージェントは 64 までなので、残りは読んでいません。",
    running: "コマンドを実行します。",
    commandDone: "コマンド `{command}` の出力：",
    writing: "ファイルを書きます。",
    writeDone: "`{path}` を書きました（{count} 文字）。",
    failed: "うまくいきませんでした。返答は次のとおりです：",
  },
};

/** Puts values into the places of a sentence. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
