/** The whole body, or null where it is longer. */
export async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  // The rest is read when the answer is sent; canceling the stream would close the connection.
  for await (const part of body?.values({ preventCancel: true }) ?? []) {
    length += part.byteLength;
    if (length > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
