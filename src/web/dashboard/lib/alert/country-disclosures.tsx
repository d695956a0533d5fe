import type { AlertRecord } from '#src/shared/alert-list.ts';
import { placeName } from '#src/shared/countries/place-name.ts';

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
