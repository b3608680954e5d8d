/* A scorer for Windows. Started as `scorer FILE`, it starts itself again as `scorer FILE beat`, and then never answers. The
   second process appends a byte to FILE ten times per second for as long as it lives. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

static void beat(const char *name) {
  for (int i = 0; i < 600; i++) {
    FILE *file = fopen(name, "ab");
    fputc('.', file);
    fclose(file);
    Sleep(100);
  }
}

int main(int argc, char **argv) {
  if (argc > 2) {
    beat(argv[1]);
    return 0;
  }
  char command[4096];
  snprintf(command, sizeof command, "\"%s\" \"%s\" beat", argv[0], argv[1]);
  STARTUPINFOA start = {.cb = sizeof start};
  PROCESS_INFORMATION child;
  if (!CreateProcessA(NULL, command, NULL, NULL, FALSE, 0, NULL, NULL, &start, &child)) return 3;
  Sleep(INFINITE);
  return 0;
}
