const MARGIN = 16;
const TITLE_SIZE = 16;

/** Saves a chart as a PNG file, with its title above it and the background of its card. */
export function savePng(canvas: HTMLCanvasElement, title: string): void {
  const scale = canvas.width / (canvas.clientWidth || canvas.width);
  const picture = document.createElement("canvas");
  const top = (2 * MARGIN + TITLE_SIZE) * scale;
  picture.width = canvas.width + 2 * MARGIN * scale;
  picture.height = canvas.height + top + MARGIN * scale;
  const context = picture.getContext("2d");
  if (!context) return;
  const { backgroundColor, color, fontFamily } = getComputedStyle(canvas.closest("section") ?? document.body);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = color;
  context.font = `600 ${TITLE_SIZE * scale}px ${fontFamily}`;
  context.fillText(title, MARGIN * scale, (MARGIN + TITLE_SIZE) * scale, picture.width - 2 * MARGIN * scale);
  context.drawImage(canvas, MARGIN * scale, top);
  picture.toBlob((blob) => {
    if (!blob) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `${title}.png`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
