import type { ReactNode } from 'react';

/** A share of the box in percent, short enough for markup. */
export const at = (value: number) => Number(value.toFixed(2));

/**
 * A drawing that takes the width it is given: shapes are stretched in percent of the box (their strokes are not),
 * labels are HTML on top of them in their own size, so that a telephone shows the same letters as a desk.
 * `label` says in words what is seen; the labels are hidden from screen readers.
 */
export function Plot({
  label,
  height,
  shapes,
  children,
}: {
  label: string;
  height: string;
  shapes: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`relative ${height}`}>
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of the page itself, in its colors
        role="img"
        aria-label={label}
        className="absolute inset-0 size-full overflow-visible"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        fill="none"
      >
        {shapes}
      </svg>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Words at a place of the plot, in percent from its left and top edges; `shift` moves them off the place. */
export function Label({
  x,
  y,
  shift = '-translate-x-1/2',
  className = 'text-ink-3',
  children,
}: {
  x: number;
  y: number;
  shift?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={`figure absolute text-2xs leading-none whitespace-nowrap ${shift} ${className}`}
      style={{ left: `${at(x)}%`, top: `${at(y)}%` }}
    >
      {children}
    </span>
  );
}

/** A round mark that no stretching makes oval. */
export function Dot({ x, y, className }: { x: number; y: number; className: string }) {
  return (
    <span
      className={`absolute size-2 -translate-1/2 rounded-full ${className}`}
      style={{ left: `${at(x)}%`, top: `${at(y)}%` }}
    />
  );
}
