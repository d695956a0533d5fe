/** Until the session and the screen are there. The same words stand in the static page before any script. */
export function Loading() {
  return <output className="grid min-h-dvh place-items-center text-base text-ink-2">Loading...</output>;
}
