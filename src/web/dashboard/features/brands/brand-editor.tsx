import { useState } from 'react';
import { type Brand, BRAND_NAME_MAX, type BrandForm, brandFormSchema } from '#src/shared/brands.ts';
import { safeColor } from '#src/shared/colors.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import type { ApiError } from '#src/web/lib/api/api.ts';
import { checkBy } from '#src/web/lib/forms/check.ts';
import { useCheckedForm } from '#src/web/lib/forms/use-checked-form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/cx.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { toast } from '#src/web/ui/toast/store.ts';
import { BrandPreview } from './brand-preview.tsx';
import { CountryFields } from './country-fields.tsx';
import { DisclaimerFields } from './disclaimer-fields.tsx';
import { FormatFields } from './format-fields.tsx';
import { LanguageFields } from './language-fields.tsx';
import { LinkDomain } from './link-domain.tsx';
import { LinkFields } from './link-fields.tsx';
import { LogoFields } from './logo-fields.tsx';
import { ColorFields, TypeFields } from './look-fields.tsx';
import { changeBrand, makeBrand, saveLogos } from './queries.ts';
import { Section } from './section.tsx';
import { SiteImport } from './site-import.tsx';
import { asForm, fieldOf, formOf, type Values, valuesOf } from './values.ts';
import { TrackingFields } from './tracking-fields.tsx';
import { VoiceFields } from './voice-fields.tsx';

const SECTIONS = [
  ['basics', 'Basics'],
  ['logos', 'Logos'],
  ['colors', 'Colors'],
  ['type', 'Type and shape'],
  ['languages', 'Languages'],
  ['formats', 'Numbers and dates'],
  ['voice', 'Voice'],
  ['disclaimers', 'Disclaimers'],
  ['countries', 'Countries'],
  ['footer', 'Footer and times'],
  ['tracking', 'Opens and clicks'],
] as const;

/** Of a saved brand. */
const LINKS = ['links', 'Link domain'] as const;

/** A brand's form. Null: a new one. */
export function BrandEditor({ brand, onMade }: { brand: Brand | null; onMade: (made: Brand) => void }) {
  const { busy: isUndoing, run } = useActOn('account');
  const [saved, setSaved] = useState(brand);
  /** What the brand was before it was last saved. */
  const [before, setBefore] = useState<Brand | null>(null);
  const form = useCheckedForm<Values, BrandForm>({
    defaults: valuesOf(brand),
    check: (values) => checkBy(brandFormSchema, formOf(values), fieldOf),
    submit: async (data, { notSaved, refuse, reset }) => {
      const { logo, logoDark } = form.values();
      const onRefused = ({ message }: ApiError): void => refuse('name', message);
      const done = await run(
        async () => {
          const made = saved ? await changeBrand(saved.id, data) : await makeBrand(data);
          return saveLogos(made, { logo, logoDark });
        },
        { onRefused },
      );
      if (!done) {
        notSaved();
        return;
      }
      toast({ title: saved ? 'Brand saved' : 'Brand created' });
      reset(valuesOf(done.done));
      // A new brand gets its own page. Shown as saved here first, it would take typing that the page then throws away.
      if (!saved) {
        onMade(done.done);
        return;
      }
      setBefore(saved);
      setSaved(done.done);
    },
    ...(brand ? {} : { start: 'name' as const }),
  });
  const { onSubmit, busy, field, set, watch, reset } = form;
  const values = { ...valuesOf(saved), ...watch() };
  const [color, accent] = [safeColor(values.color), safeColor(values.accent)];

  const undo = async (): Promise<void> => {
    if (!saved || !before) return;
    const done = await run(async () => saveLogos(await changeBrand(saved.id, asForm(before)), before), {
      failure: 'The change wasn’t undone',
    });
    if (!done) return;
    setBefore(null);
    setSaved(done.done);
    reset(valuesOf(done.done));
    toast({ title: 'Change undone' });
  };

  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <h1 className="headline text-h2 break-words">{saved?.name ?? 'New brand'}</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            How alerts look and read under this brand: in emails, on sign-up pages and in every channel.
          </p>
        </div>
      </header>
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <div className="min-w-0">
          <form noValidate onSubmit={onSubmit} aria-label="Brand">
            <nav aria-label="Sections" className="flex flex-wrap gap-x-5 border-y border-rule py-1 text-sm">
              {[...SECTIONS, ...(saved ? [LINKS] : []), ['preview', 'Preview'] as const].map(
                ([id, title]) => (
                  <a
                    key={id}
                    href={`#brand-${id}`}
                    className={cx(
                      'inline-flex min-h-11 items-center underline-offset-4 hover:underline',
                      // Beside the form it is in sight.
                      id === 'preview' && 'font-medium xl:hidden',
                    )}
                  >
                    {title}
                  </a>
                ),
              )}
            </nav>
            <Changes says>
              <SiteImport set={set} values={values} />
              <Section id="basics" title="Basics">
                <TextField
                  label="Name"
                  autoComplete="organization"
                  maxLength={BRAND_NAME_MAX}
                  hint="Who your alerts come from."
                  {...field('name')}
                />
              </Section>
              <Section id="logos" title="Logos">
                <LogoFields brand={saved} color={color} values={values} field={field} set={set} />
              </Section>
              <Section id="colors" title="Colors">
                <ColorFields color={color} accent={accent} field={field} set={set} />
              </Section>
              <Section id="type" title="Type and shape">
                <TypeFields values={values} color={color} field={field} set={set} />
              </Section>
              <Section id="languages" title="Languages">
                <LanguageFields values={values} field={field} set={set} />
              </Section>
              <Section
                id="formats"
                title="Numbers and dates"
                text="How alerts and their pictures write figures, dates and times."
              >
                <FormatFields values={values} field={field} />
              </Section>
              <Section
                id="voice"
                title="Voice"
                text="How alerts of this brand are written. The content check rejects words to avoid."
              >
                <VoiceFields field={field} />
              </Section>
              <Section
                id="disclaimers"
                title="Disclaimers"
                text="Shown under each alert, below ours. One for a country starts with its name."
              >
                <DisclaimerFields values={values} field={field} set={set} errorOf={form.errorOf} />
              </Section>
              <Section
                id="countries"
                title="Countries"
                text="Limit what you send in each country. A rule for the country overrides a general one, and a more specific rule a broader one. If several apply, the strictest wins. Recommendations are alerts written by hand or from webhooks."
              >
                <CountryFields values={values} field={field} set={set} errorOf={form.errorOf} />
              </Section>
              <Section id="footer" title="Footer and times">
                <LinkFields field={field} />
              </Section>
              <Section
                id="tracking"
                title="Opens and clicks"
                text="Counted links lead through this brand’s domain to where they always led. A reader can say no under “Alert preferences”: their links stay plain. Robots are counted apart."
              >
                <TrackingFields field={field} />
              </Section>
              <div className="sticky bottom-0 z-10 mt-6 flex flex-wrap items-center gap-3 border-t border-rule bg-paper py-3">
                <Button type="submit" variant="primary" busy={busy}>
                  {busy ? 'Processing...' : saved ? 'Save brand' : 'Create brand'}
                </Button>
                <Button variant="quiet" disabled={busy} onClick={() => reset(valuesOf(saved))}>
                  Discard changes
                </Button>
                <output className="text-sm text-ink-2">
                  {before ? (
                    <span className="flex items-center gap-3">
                      Saved.
                      <Button size="sm" busy={isUndoing} onClick={() => void undo()}>
                        Undo
                      </Button>
                    </span>
                  ) : null}
                </output>
              </div>
            </Changes>
          </form>
          {saved ? <LinkDomain brand={saved} /> : null}
        </div>
        <BrandPreview values={values} brand={saved} />
      </div>
    </>
  );
}
