import type { ReactNode } from 'react';

/** A part of the brand's form, which the links above lead to. */
export function Section({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <section
      id={`brand-${id}`}
      aria-labelledby={`brand-${id}-title`}
      className="scroll-mt-20 border-b border-line py-6"
    >
      <h2 id={`brand-${id}-title`} className="headline text-h4">
        {title}
      </h2>
      {text ? <p className="mt-1.5 max-w-text text-sm text-ink-2">{text}</p> : null}
      <div className="mt-4 grid gap-5">{children}</div>
    </section>
  );
}
