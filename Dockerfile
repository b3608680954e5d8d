# An image with only the programs, which any user can run:
# docker build -t seichi . &&
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/games" seichi eval .
FROM rust:1.95-alpine AS build
# the commit of the source, for run.json and the labels of the image; the build cannot find it, because it has no .git
ARG COMMIT=
RUN apk add --no-cache musl-dev
WORKDIR /seichi
COPY . .
RUN SEICHI_COMMIT=$COMMIT cargo build --locked --release && mkdir -m 1777 /empty

FROM scratch
ARG COMMIT=
ARG VERSION=
LABEL org.opencontainers.image.title=seichi org.opencontainers.image.licenses=MIT \
  org.opencontainers.image.version=$VERSION org.opencontainers.image.revision=$COMMIT
COPY --from=build /seichi/target/release/seichi /seichi/target/release/seichi-corpus /
COPY LICENSE /
# the program keeps a copy of standard input here while it reads it
COPY --from=build /empty /tmp
WORKDIR /games
# the user `nobody`, unless --user names another; seichi can write only where this user can
USER 65534:65534
ENTRYPOINT ["/seichi"]
