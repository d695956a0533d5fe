import type { WriterRefusal } from '#src/shared/content/ai-writer.ts';

/** What the gate refused: where, what, and why. */
export function Refusals({ refusals }: { refusals: readonly WriterRefusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1.5 text-sm text-ink-2">
      {refusals.map(({ code, says, at, found }) => (
        <li key={`${at} ${code} ${found}`} className="wrap-anywhere">
          <code className="figure text-ink">{found}</code> in {at.replaceAll('.', ' ')}: {says}{' '}
          <code className="text-ink-3">{code}</code>
        </li>
      ))}
    </ul>
  );
}
