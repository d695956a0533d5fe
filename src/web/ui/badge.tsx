/** A short mark beside a title, such as 'Trial run'. */
export function Badge({ children }: { children: string }) {
  return (
    <span className="slug inline-block rounded-xs border border-rule px-1.5 whitespace-nowrap text-ink-2">
      {children}
    </span>
  );
}
