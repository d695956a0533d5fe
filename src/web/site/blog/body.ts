/** A post's text in the order it is read: HTML, and the charts it names. */
export type Piece = { kind: 'html'; html: string } | { kind: 'chart'; name: string };

const CHART = /<div data-figure="([^"]*)">\s*<\/div>/;

/** Takes a post's HTML apart at `<div data-figure="name"></div>`. */
export function splitBody(html: string): Piece[] {
  // Text and names alternate: split keeps what the group caught.
  return html
    .split(CHART)
    .map<Piece>((part, index) =>
      index % 2 === 0 ? { kind: 'html', html: part } : { kind: 'chart', name: part },
    )
    .filter((piece) => piece.kind === 'chart' || piece.html.trim() !== '');
}

/** The text alone, with links that work away from the site and, where a chart stands, a link to it. */
export function feedBody(html: string, address: string, origin: string): string {
  return splitBody(html)
    .map((piece) => (piece.kind === 'html' ? piece.html : `<p><a href="${address}">See the chart</a></p>`))
    .join('\n')
    .replaceAll('href="/', `href="${origin}/`);
}
