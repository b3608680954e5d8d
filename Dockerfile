# The programs alone, for any user: docker build -t seichi . &&
# docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/games" seichi eval .
FROM rust:1.95-alpine AS build
# the commit of the source, which a build without .git cannot know: it is in run.json and the labels of the image
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
# standard input is kept there while it is read
COPY --from=build /empty /tmp
WORKDIR /games
# nobody, unless --user names another user: seichi writes only where that user may
USER 65534:65534
ENTRYPOINT ["/seichi"]
