import type { AlertRecord } from '#src/shared/alert-list.ts';
import { placeName } from '#src/shared/countries/place-name.ts';

/** Who is told that AI wrote the alert. @param waits it's under review: approving it decides */
export function AiLabel({ label, waits = false }: { label: AlertRecord['aiLabel']; waits?: boolean }) {
  if (label === null) return null;
  const where = label.everywhere
    ? 'to all readers'
    : 'where the law asks for it, in public posts, and to people of unknown country';
  const says = label.isReviewed
    ? 'It has no “Written with AI” label: a person approved this text and took editorial responsibility for it. The history names them.'
    : waits
      ? `If you approve it, you take editorial responsibility, and it’s sent without a label. If no one reviews it and your policy sends it, it says “Written with AI” ${where}.`
      : `No one reviewed this text, so it says “Written with AI” ${where}.`;
  return (
    <section aria-labelledby="ai-label" className="min-w-0">
      <h2 id="ai-label" className="headline text-h4">
        Written with AI
      </h2>
      <p className="mt-3 max-w-text border-t border-rule pt-3 text-sm text-ink-2">{says}</p>
    </section>
  );
}

/** What readers in some countries find below the alert. */
export function CountryDisclosures({ disclosures }: Pick<AlertRecord, 'disclosures'>) {
  if (disclosures.length === 0) return null;
  return (
    <section aria-labelledby="country-disclosures" className="min-w-0">
      <h2 id="country-disclosures" className="headline text-h4">
        Disclosures by country
      </h2>
      <dl className="mt-3 grid gap-4 border-t border-rule pt-3 text-sm">
        {disclosures.map(({ places, texts }) => (
          <div key={places.join()}>
            <dt className="font-medium first-letter:uppercase">{places.map(placeName).join(', ')}</dt>
            {texts.map((text) => (
              <dd key={text} className="mt-1 break-words whitespace-pre-line text-ink-2">
                {text}
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  );
}
