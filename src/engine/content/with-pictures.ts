const PICTURE = /\bcid:([0-9a-f]{64})\b/g;

type Read = (hash: string) => Promise<{ type: string; bytes: Uint8Array } | null>;

/** HTML with its pictures in it, where `read` has them: to be shown or kept on its own. */
export async function withPictures(html: string, read: Read): Promise<string> {
  const found = new Map<string, string>();
  for (const hash of new Set([...html.matchAll(PICTURE)].map(([, named = '']) => named))) {
    const media = await read(hash);
    if (media) found.set(hash, `data:${media.type};base64,${Buffer.from(media.bytes).toString('base64')}`);
  }
  return html.replaceAll(PICTURE, (whole, hash: string) => found.get(hash) ?? whole);
}
