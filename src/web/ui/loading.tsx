/** Until the session and the screen are there. The static page shows the same text before any script. */
export function Loading() {
  return <output className="grid min-h-dvh place-items-center text-base text-ink-2">Loading...</output>;
}
