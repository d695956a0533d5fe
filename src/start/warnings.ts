/** What an operator should put right, though the program works: shown at /readyz and in the operator console. */
type Warnings = {
  /** Logged the first time; shown until the program is started again. */
  raise: (sentence: string) => void;
  list: () => readonly string[];
};

export function createWarnings(log: { warn: (context: object, message: string) => void }): Warnings {
  const raised = new Set<string>();
  return {
    raise: (sentence) => {
      if (raised.has(sentence)) return;
      raised.add(sentence);
      log.warn({}, sentence);
    },
    list: () => [...raised],
  };
}
