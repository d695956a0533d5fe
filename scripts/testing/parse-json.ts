/** @returns undefined for what is no JSON, such as a report that was never written */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
