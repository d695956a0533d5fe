/** Gets a small text from an address that was checked before. It follows no redirect: that could lead elsewhere. */
export async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5_000) });
  if (!answer.ok) throw new Error(`The answer was ${answer.status}.`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body?.values() ?? []) {
    length += part.byteLength;
    if (length > 64 * 1024) throw new Error('The answer is larger than 64 kB.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
