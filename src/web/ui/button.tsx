import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

const BASE =
  'inline-flex items-center justify-center gap-2 rounded-sm font-medium whitespace-nowrap transition-colors select-none disabled:opacity-60';

const VARIANTS = {
  primary: 'bg-brass text-on-brass hover:not-disabled:bg-brass-strong',
  secondary: 'border border-edge text-ink hover:not-disabled:border-ink hover:not-disabled:bg-sunk',
  quiet: 'text-ink-2 hover:not-disabled:bg-sunk hover:not-disabled:text-ink',
  danger: 'bg-fault-ground text-on-fault hover:not-disabled:opacity-90',
} as const;

const SIZES = {
  md: 'h-11 px-5 text-base',
  sm: 'h-9 px-3 text-sm pointer-coarse:h-11',
  icon: 'size-9 pointer-coarse:size-11',
} as const;

type ButtonVariant = keyof typeof VARIANTS;
type ButtonSize = keyof typeof SIZES;

/** The classes of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return cx(BASE, VARIANTS[variant], SIZES[size]);
}

/** For a button of a prerendered form: Firefox would restore it as disabled when a page is reloaded while it sends. */
export const NOT_RESTORED = { autoComplete: 'off' };

export type ButtonProps = ComponentProps<'button'> & {
  /** `primary` is the one thing to do on a screen; `danger` destroys something. */
  variant?: ButtonVariant;
  /** `icon` is square: give it an aria-label. */
  size?: ButtonSize;
  /** While true the button is disabled and shows that work is under way; change the words as well. */
  busy?: boolean;
  children: ReactNode;
};

export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  disabled,
  type = 'button',
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- typed, 'button' by default
      type={type}
      className={cx(buttonClass(variant, size), className)}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy ? <LoaderCircle size={16} className="animate-spin" aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
