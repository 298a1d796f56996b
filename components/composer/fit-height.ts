const MEASURED_UNITS = 10_000;

/** Makes a text field as high as its text. A very long text is not measured: it gets all the height there is. */
export function fitHeight(field: HTMLTextAreaElement): void {
  if (field.value.length > MEASURED_UNITS) {
    field.style.height = "40dvh";
    return;
  }
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}
