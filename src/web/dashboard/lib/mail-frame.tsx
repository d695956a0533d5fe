import { useEffect, useState } from 'react';

/**
 * An email, as tall as it is. Somebody's words: no script runs in it, and it opens nothing. Its origin is ours, so that
 * its height can be measured from outside.
 */
export function MailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(600);
  const [body, setBody] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!body) return;
    // Narrower, it has more lines.
    const observer = new ResizeObserver(() => setHeight(Math.ceil(body.getBoundingClientRect().height)));
    observer.observe(body);
    return () => observer.disconnect();
  }, [body]);
  return (
    <iframe
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html}
      scrolling="no"
      style={{ height: `${height + 2}px` }}
      className="block w-full border border-line bg-[#fff]"
      onLoad={({ currentTarget }) => setBody(currentTarget.contentDocument?.documentElement ?? null)}
    />
  );
}
