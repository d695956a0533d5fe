import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Brand, Brands } from '#src/shared/brands.ts';
import { FONTS, SHAPES } from '#src/shared/brand-kit.ts';
import { counted } from '#src/shared/plural.ts';
import { textOn } from '#src/shared/colors.ts';
import { Changes } from '#src/web/dashboard/lib/refusal.tsx';
import { MuteLine } from '#src/web/dashboard/lib/mutes/mute-line.tsx';
import { useActOn } from '#src/web/dashboard/lib/use-act.ts';
import { useMay } from '#src/web/dashboard/lib/use-may.ts';
import { usePageTitle } from '#src/web/lib/use-page-title.ts';
import { useRowKeys } from '#src/web/lib/use-row-keys.ts';
import { Badge } from '#src/web/ui/badge.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorState } from '#src/web/ui/error-state.tsx';
import { Skeleton } from '#src/web/ui/skeleton.tsx';
import { languageTitle } from './languages.ts';
import { brandsQuery, changeBrand } from './queries.ts';

/** The brands of the workspace. */
export function BrandsPage() {
  usePageTitle('Brands');
  const mayWrite = useMay('brands:write') === true;
  const { data, error, refetch } = useQuery(brandsQuery);
  const navigate = useNavigate();
  const box = useRef<HTMLUListElement>(null);
  useRowKeys(box);
  return (
    <>
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pb-5">
        <div>
          <h1 className="headline text-h2">Brands</h1>
          <p className="mt-2 max-w-text text-base text-ink-2">
            Alerts are sent under a brand: its name, its colors, its logo. A rule that names none uses the
            default.
          </p>
        </div>
        {mayWrite && data ? <NewBrand brands={data} onNew={() => void navigate('/brands/new')} /> : null}
      </header>
      {error && !data ? (
        <ErrorState
          heading="h2"
          title="Brands couldn’t be loaded"
          text={error.message}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <ul ref={box} aria-label="Brands" className="border-t border-rule">
          {data.items.map((brand) => (
            <BrandRow
              key={brand.id}
              brand={brand}
              mayWrite={mayWrite}
              onEdit={() => void navigate(`/brands/${brand.id}`)}
            />
          ))}
        </ul>
      ) : (
        <output className="grid gap-4 border-t border-line pt-4">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-14 w-full" />
          <Skeleton className="h-14 w-full" />
        </output>
      )}
    </>
  );
}

/** "Georgia · Soft corners · English, German · 2 disclaimers". */
function kitWords({ font, shape, languages, disclaimers, voice }: Brand): string {
  const words = voice.avoid.length;
  return [
    FONTS[font].title,
    `${SHAPES[shape].title} corners`,
    languages.map(languageTitle).join(', '),
    ...(disclaimers.length === 0 ? [] : [counted(disclaimers.length, 'disclaimer')]),
    ...(words === 0 ? [] : [`${counted(words, 'word')} to avoid`]),
  ].join(' · ');
}

function NewBrand({ brands: { used, allowed }, onNew }: { brands: Brands; onNew: () => void }) {
  const isFull = allowed !== null && used >= allowed;
  return (
    <div className="grid justify-items-start gap-1.5 sm:justify-items-end">
      <Changes says>
        <Button variant="primary" disabled={isFull} onClick={onNew}>
          New brand
        </Button>
      </Changes>
      {allowed === null ? null : (
        <p className="text-sm text-ink-2">
          {used} of {allowed} {allowed === 1 ? 'brand' : 'brands'} in your plan.{' '}
          {isFull ? (
            <Link to="/plans" className="underline">
              Compare plans
            </Link>
          ) : null}
        </p>
      )}
    </div>
  );
}

function BrandRow({ brand, mayWrite, onEdit }: { brand: Brand; mayWrite: boolean; onEdit: () => void }) {
  const { busy, run } = useActOn('account');
  const { id, name, color, logo, isDefault, archivedAt } = brand;
  const isArchived = archivedAt !== null;
  const change = (to: Parameters<typeof changeBrand>[1]) =>
    void run(() => changeBrand(id, to), { failure: 'The brand wasn’t changed' });
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-3 border-b border-line py-4">
      <span
        className="flex h-14 w-40 shrink-0 items-center justify-center overflow-hidden px-3"
        style={{ backgroundColor: color, color: textOn(color) }}
        aria-hidden="true"
      >
        {logo ? (
          <img src={logo.url} alt="" className="max-h-9 max-w-full object-contain" />
        ) : (
          <span className="truncate text-sm font-semibold">{name}</span>
        )}
      </span>
      <div className="min-w-0 grow basis-50">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium break-words">
          <Link to={`/brands/${id}`} data-row-link className="hover:underline">
            {name}
          </Link>
          {isDefault ? <Badge>Default</Badge> : null}
          {isArchived ? <Badge>Archived</Badge> : null}
        </p>
        <p className="figure mt-1 text-sm text-ink-2">
          {color}
          {brand.accent === null ? '' : ` · ${brand.accent}`}
        </p>
        <p className="mt-1 text-sm text-ink-2">{kitWords(brand)}</p>
      </div>
      {isArchived ? null : <MuteLine what={{ kind: 'brand', target: id, name }} />}
      {mayWrite ? (
        <Changes className="flex flex-wrap gap-2">
          {isArchived ? (
            <Button
              size="sm"
              disabled={busy}
              aria-label={`Restore ${name}`}
              onClick={() => change({ archived: false })}
            >
              Restore
            </Button>
          ) : (
            <>
              <Button size="sm" aria-label={`Edit ${name}`} onClick={onEdit}>
                Edit
              </Button>
              {isDefault ? null : (
                <>
                  <Button
                    size="sm"
                    variant="quiet"
                    disabled={busy}
                    aria-label={`Make default: ${name}`}
                    onClick={() => change({ isDefault: true })}
                  >
                    Make default
                  </Button>
                  <Button
                    size="sm"
                    variant="quiet"
                    disabled={busy}
                    aria-label={`Archive ${name}`}
                    onClick={() => change({ archived: true })}
                  >
                    Archive
                  </Button>
                </>
              )}
            </>
          )}
        </Changes>
      ) : null}
    </li>
  );
}
