/* What a step costs from C: prints the seconds of all steps. Usage: steps DECK OVERRIDES DEVICE
 * THREADS STEPS CALLS: so many steps in so many calls. See perf/library.py. */

#include <solenoid/solenoid.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(int status) {
  if (status == SOLENOID_OK) return;
  fprintf(stderr, "%s\n", solenoid_message());
  exit(1);
}

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

int main(int count, char** words) {
  if (count != 7) return 2;
  const solenoid_options options = {
      .overrides = words[2], .device = words[3], .threads = atoi(words[4])};
  const long steps = atol(words[5]), calls = atol(words[6]);
  solenoid_simulation* simulation;
  check(solenoid_open(words[1], &options, &simulation));
  check(solenoid_synchronise(simulation));
  const double begin = now();
  for (long call = 0; call < calls; ++call) check(solenoid_step(simulation, steps / calls));
  check(solenoid_synchronise(simulation));
  printf("%.9f\n", now() - begin);
  solenoid_close(simulation);
  return 0;
}
