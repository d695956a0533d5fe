import type { ComposePreview } from '#src/shared/composed.ts';

/** The figures of the symbol: each is inserted where the author typed last, and filled in when the alert is sent. */
export function FigureBar({
  preview: { figures, bar, problem },
  onInsert,
}: {
  preview: Pick<ComposePreview, 'figures' | 'bar' | 'problem'>;
  onInsert: (name: string) => void;
}) {
  if (problem !== null) return <p className="text-sm text-ink-2">{problem}</p>;
  if (figures.length === 0) return null;
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Insert a figure</legend>
      <div className="flex flex-wrap gap-2">
        {figures.map(({ name, label, text }) => (
          <button
            key={name}
            type="button"
            className="min-h-9 rounded-sm border border-edge bg-raised px-2.5 py-1 text-left text-sm hover:border-ink-2 pointer-coarse:min-h-11"
            onClick={() => onInsert(name)}
          >
            <span className="text-ink-2">{label}</span> <span className="figure wrap-anywhere">{text}</span>
          </button>
        ))}
      </div>
      {bar ? <p className="mt-2 text-sm text-ink-2">From the bar of {bar.says}.</p> : null}
    </fieldset>
  );
}
