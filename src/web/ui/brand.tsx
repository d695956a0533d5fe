import { siteConfig } from '#src/shared/site-config.ts';
import { cx } from './cx.ts';

/** The mark: a wire that rises into a bell and runs on. Drawn in the color of the text around it. */
export function Mark({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      aria-hidden="true"
      focusable="false"
      className={className}
    >
      <path
        d="M1 22.5h4.5c3.4 0 3.9-3.2 4.3-7C10.4 9.6 12.3 5.5 16 5.5s5.6 4.1 6.2 10c.4 3.8.9 7 4.3 7H31"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
      />
      <circle cx="16" cy="26" r="2.25" className="fill-brass" />
    </svg>
  );
}

/** Mark and name, for the top of a page. Wrap it in the link. */
export function Brand({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-ink', className)}>
      <Mark />
      <span className="headline text-h4">{siteConfig.name}</span>
    </span>
  );
}
