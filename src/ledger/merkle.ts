import { sha256 } from '#src/platform/json/canonical.ts';

/** The tree of RFC 6962, section 2.1: leaves and nodes are hashed under different prefixes, so that neither passes for the other. */
const LEAF = '\0';
const NODE = Buffer.of(1);

export const leafHash = (leaf: string): Buffer => sha256(LEAF + leaf);
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.concat([NODE, left, right]));

/** The largest power of two below `n`. */
const split = (n: number): number => 2 ** Math.floor(Math.log2(n - 1));

/** The root over the leaves' hashes; of no leaves it is the hash of nothing. */
export function merkleRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (first === undefined) return sha256('');
  if (leaves.length === 1) return first;
  const k = split(leaves.length);
  return nodeHash(merkleRoot(leaves.slice(0, k)), merkleRoot(leaves.slice(k)));
}
