import { useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { BrandPreferences } from '#src/shared/contact-preferences.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { useChannelTitle } from '#src/web/lib/channels.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { PreferencesForm } from './preferences-form.tsx';
import { preferenceFacts } from './preference-words.ts';

/** What a contact gets from each brand, and when. */
export function Preferences({
  id,
  query: { data, error, refetch },
}: {
  id: string;
  query: UseQueryResult<BrandPreferences[]>;
}) {
  return (
    <section aria-labelledby="preferences" className="mt-10">
      <h2 id="preferences" className="headline pb-3 text-h3">
        Preferences
      </h2>
      {data ? (
        <div className="border-t border-rule">
          {data.map((each) => (
            <OfBrand key={each.brand.id} id={id} preferences={each} named={data.length > 1} />
          ))}
        </div>
      ) : error ? (
        <ErrorState
          title="Preferences couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : null}
    </section>
  );
}

/** `named`: among several brands. */
function OfBrand({ id, preferences, named }: { id: string; preferences: BrandPreferences; named: boolean }) {
  const titleOf = useChannelTitle();
  const queries = useQueryClient();
  const mayWrite = useMay('contacts:write') === true;
  const [isChanging, setChanging] = useState(false);
  const { brand } = preferences;
  return (
    <article aria-label={brand.name} className="border-b border-line py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        {named ? <h3 className="min-w-0 text-base font-semibold wrap-anywhere">{brand.name}</h3> : null}
        {mayWrite && !isChanging ? (
          <Changes className="ml-auto">
            <Button
              size="sm"
              aria-label={named ? `Edit preferences for ${brand.name}` : 'Edit preferences'}
              onClick={() => setChanging(true)}
            >
              Edit
            </Button>
          </Changes>
        ) : null}
      </div>
      {isChanging ? (
        <PreferencesForm
          id={id}
          preferences={preferences}
          onCancel={() => setChanging(false)}
          onSaved={() => {
            setChanging(false);
            toast({ title: 'Preferences saved' });
            void queries.invalidateQueries({ queryKey: ['contacts'] });
          }}
        />
      ) : (
        <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-3">
          {preferenceFacts(preferences, titleOf).map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="slug text-ink-3">{name}</dt>
              <dd className="mt-1 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}
