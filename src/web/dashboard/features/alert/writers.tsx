import type { AlertWriter } from '#src/shared/content/ai-writer.ts';

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** Who wrote the alert, where a model was asked; and why, where the built-in writer had to. */
export function Writers({ writers }: { writers: readonly AlertWriter[] }) {
  if (writers.length === 0) return null;
  return (
    <ul aria-label="Who wrote it" className="grid gap-1 border-t border-line pt-3 text-sm text-ink-2">
      {writers.map(({ language, writer, provider, model, says }) => (
        <li key={language} className="wrap-anywhere">
          {writers.length > 1 ? `${NAMES.of(language) ?? language}: ` : null}
          {writer === 'model'
            ? `Written by ${model} (${provider}), and checked.`
            : `Written by the built-in writer. ${says}`}
        </li>
      ))}
    </ul>
  );
}
