import { type ReactNode, useEffect } from 'react';
import { cx } from './cx.ts';

/** Options under a title, or without one where there is a single group. */
export type OptionGroup<T> = { title?: string; options: readonly T[] };

/** The id of an option in the page, by its place among all: for `aria-activedescendant` of the field. */
export const optionId = (list: string, at: number): string => `${list}-${at}`;

const PAGE = 8;

/** Where a key leads from the option `at` of so many; undefined for a key that moves nothing. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  const last = count - 1;
  const to: Record<string, number> = {
    ArrowDown: at >= last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    PageDown: Math.min(last, at + PAGE),
    PageUp: Math.max(0, at - PAGE),
  };
  return to[key];
}

/** The list of a combobox, as the ARIA practices have it: the field above keeps the focus, and has the keys. */
export function Listbox<T>({
  id,
  label,
  groups,
  at,
  keyOf,
  children,
  className,
  onPoint,
  onChoose,
}: {
  id: string;
  label: string;
  groups: readonly OptionGroup<T>[];
  /** The option that is active, by its place among all. */
  at: number;
  keyOf: (option: T) => string;
  /** Draws the content of an option. */
  children: (option: T) => ReactNode;
  className: string;
  onPoint: (option: T) => void;
  onChoose: (option: T) => void;
}) {
  const active = groups.some(({ options }) => options.length > 0) ? optionId(id, at) : null;
  useEffect(() => {
    if (active !== null) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // Neither datalist nor select can show what a server has found, nor groups with icons and hints.
    // oxlint-disable jsx-a11y/prefer-tag-over-role
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={cx('overflow-y-auto overscroll-contain empty:hidden', className)}
    >
      {placed(groups).map(({ title, options, first }) => (
        <Titled key={title ?? ''} title={title}>
          {options.map((option, index) => {
            const isActive = first + index === at;
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={keyOf(option)}
                id={optionId(id, first + index)}
                role="option"
                aria-selected={isActive}
                data-active={isActive || undefined}
                // A press doesn't move the focus.
                onMouseDown={(event) => event.preventDefault()}
                onPointerMove={() => onPoint(option)}
                onClick={() => onChoose(option)}
                className={cx(
                  'flex min-h-9 cursor-pointer items-center gap-3 rounded-xs border-l-2 px-2.5 text-sm pointer-coarse:min-h-11',
                  isActive ? 'border-brass bg-sunk text-ink' : 'border-transparent text-ink-2',
                )}
              >
                {children(option)}
              </div>
            );
          })}
        </Titled>
      ))}
    </div>
    // oxlint-enable jsx-a11y/prefer-tag-over-role
  );
}

function Titled({ title, children }: { title: string | undefined; children: ReactNode }) {
  if (title === undefined) return children;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list
    <div role="group" aria-label={title} className="pb-1 last:pb-0">
      <p aria-hidden="true" className="slug px-3 pt-2 pb-1 text-ink-3">
        {title}
      </p>
      {children}
    </div>
  );
}

/** Each group that has options, with the place of its first one among all. */
function placed<T>(groups: readonly OptionGroup<T>[]) {
  let first = 0;
  return groups
    .filter(({ options }) => options.length > 0)
    .map(({ title, options }) => {
      const here = { title, options, first };
      first += options.length;
      return here;
    });
}
