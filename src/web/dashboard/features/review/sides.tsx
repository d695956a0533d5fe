import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertVariant } from '#src/shared/alert-list.ts';
import { reachQuery } from '#src/web/dashboard/lib/alert/queries.ts';
import { Switch } from '#src/web/dashboard/lib/alert/switch.tsx';
import { Variant } from '#src/web/dashboard/lib/alert/variant.tsx';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { reachedChannels } from './reached-channels.ts';

/** What goes to each channel, side by side. Channels on which nobody gets it are left out. */
export function Sides({ id, variants }: { id: string; variants: readonly AlertVariant[] }) {
  const titleOf = useChannelTitle();
  const { data: reach } = useQuery(reachQuery(id));
  const [chosen, setChosen] = useState(0);
  const languages = [...new Set(variants.map(({ language }) => language))];
  const language = languages[chosen] ?? languages[0];
  const channels = reachedChannels(reach);
  const written = variants.filter((each) => each.language === language);
  const reached = written.filter(({ channel }) => channels === null || channels.has(channel));
  const shown = reached.length > 0 ? reached : written;
  return (
    <section aria-labelledby="sides">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="sides" className="headline text-h4">
          What will be sent
        </h2>
        {languages.length > 1 ? (
          <Switch label="Language" options={languages} chosen={chosen} onChange={setChosen} />
        ) : null}
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-8 sm:grid-cols-[repeat(auto-fit,minmax(19rem,1fr))]">
        {shown.map((variant) => (
          <section key={variant.id} aria-label={titleOf(variant.channel)} className="min-w-0">
            <h3 className="text-sm font-semibold">{titleOf(variant.channel)}</h3>
            <Variant variant={variant} />
          </section>
        ))}
      </div>
    </section>
  );
}
