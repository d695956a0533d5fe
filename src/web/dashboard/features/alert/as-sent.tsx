import { useState } from 'react';
import type { AlertVariant } from '#src/shared/alert-list.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Switch } from '#src/web/dashboard/lib/alert/switch.tsx';
import { Variant } from '#src/web/dashboard/lib/alert/variant.tsx';

const PURPOSES = { first: '', update: 'Update, ', correction: 'Correction, ', digest: '' } as const;

/** What each channel got, exactly as sent. */
export function AsSent({ variants, sent }: { variants: readonly AlertVariant[]; sent: boolean }) {
  const [chosen, setChosen] = useState(0);
  const titleOf = useChannelTitle();
  const variant = variants[chosen] ?? variants[0];
  return (
    <section aria-labelledby="as-sent" className="min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="as-sent" className="headline text-h4">
          {sent ? 'As sent' : 'As written'}
        </h2>
        {variants.length > 1 ? (
          <Switch
            label="Channel"
            options={variants.map(
              (each) => `${PURPOSES[each.purpose]}${titleOf(each.channel)} (${each.language})`,
            )}
            chosen={chosen}
            onChange={setChosen}
          />
        ) : null}
      </div>
      {variant ? (
        <Variant key={variant.id} variant={variant} />
      ) : (
        <p className="mt-3 text-base text-ink-2">The text hasn’t been written yet.</p>
      )}
    </section>
  );
}
