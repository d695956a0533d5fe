import fc from 'fast-check';

// In the test run properties try the same cases each time; as a drill, new ones and many.
fc.configureGlobal(process.env['DRILL'] === '1' ? { numRuns: 10_000 } : { seed: 20_261_123 });
